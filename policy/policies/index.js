"use strict";

module.exports = [
  ...require("./encryption"),
  ...require("./metadata"),
  ...require("./ports"),
  ...require("./buckets"),
  ...require("./permissions"),
  ...require("./trust"),
  ...require("./sharing"),
  ...require("./tags"),
  ...require("./deletion"),
];
