module ${PROJECT}

go 1.26.0
