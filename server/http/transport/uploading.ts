// Connections on which a file is on its way: the time limit of other requests is not for them.
import type { Socket } from 'node:net';

const uploading = new WeakSet<Socket>();

export const isUploading = (socket: Socket): boolean => uploading.has(socket);

/** A slow line is no slow sender, yet it never stands still for so long. Ends when called. */
export function beginUpload(socket: Socket, piece_within_ms: number): () => void {
  uploading.add(socket);
  socket.setTimeout(piece_within_ms);
  return () => {
    uploading.delete(socket);
    socket.setTimeout(0);
  };
}
