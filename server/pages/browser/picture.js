// Makes a photo that is too large small enough to send, instead of refusing it.

const MOST_BYTES = 10 * 1024 * 1024;
/** Enough to read every word of a photographed screen. */
const LONGEST_EDGE = 2400;
const QUALITY = 0.85;

/** Null if this browser cannot read the picture. */
async function read(file) {
  if (!('createImageBitmap' in window)) return null;
  try {
    return await createImageBitmap(file);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

async function shrunk(file) {
  const picture = await read(file);
  if (picture === null) return null;
  const scale = Math.min(1, LONGEST_EDGE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}

/**
 * `file`: what to send; `words`: why the chosen file cannot be sent. Also a kind of picture that
 * the service does not read is sent as a JPEG, if this browser can read it.
 */
export async function fitPicture(input) {
  const [file] = input.files;
  const { pdf, tooLarge } = input.dataset;
  if (file === undefined) return {};
  if (file.type === 'application/pdf') return { words: pdf };
  const is_foreign = file.type.startsWith('image/') && !input.accept.split(',').includes(file.type);
  if (file.size <= MOST_BYTES && !is_foreign) return { file };
  const small = await shrunk(file);
  if (small !== null) return { file: small };
  return file.size > MOST_BYTES ? { words: tooLarge } : { file };
}
