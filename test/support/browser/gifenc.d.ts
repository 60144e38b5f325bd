// The part of gifenc that is used here: the package has no types.
declare module 'gifenc' {
  type Palette = number[][];
  type Frame = {
    palette?: Palette;
    delay: number;
    transparent: boolean;
    transparentIndex: number;
    dispose: number;
  };
  type Encoder = {
    writeFrame(indexes: Uint8Array, width: number, height: number, frame: Frame): void;
    finish(): void;
    bytes(): Uint8Array;
  };
  const gifenc: {
    GIFEncoder(): Encoder;
    quantize(data: Uint8ClampedArray, most: number): Palette;
    applyPalette(data: Uint8ClampedArray, palette: Palette): Uint8Array;
  };
  export = gifenc;
}
