export declare const SDK_VERSION = "0.2.0";
