// The daily proof as the service sends it: what is signed or hashed is text, to be used exactly as
// it is.
export {};
