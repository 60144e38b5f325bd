// Connections with an upload under way: the time limit of other requests does not apply to them.
import type { Socket } from 'node:net';

const uploading = new WeakSet<Socket>();

export const isUploading = (socket: Socket): boolean => uploading.has(socket);

/** A slow line is allowed, a pause this long is not. Returns the function that ends the upload. */
export function beginUpload(socket: Socket, piece_within_ms: number): () => void {
  uploading.add(socket);
  socket.setTimeout(piece_within_ms);
  return () => {
    uploading.delete(socket);
    socket.setTimeout(0);
  };
}
