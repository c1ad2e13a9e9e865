package network

// httpsPort is where AWS's services, and the API of a hosted control plane, answer.
const httpsPort = 443
