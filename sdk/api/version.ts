// The version that requests name; the same as in package.json.

export const SDK_VERSION = '0.2.0';
