// Servers of the tests, on free ports of this machine.
import { createServer } from 'node:http';

/** Starts a server. @param {import('node:http').RequestListener} answer @returns {Promise<{ port: number, close: () => void }>} */
export const listen = (answer) =>
  new Promise((resolve) => {
    const server = createServer(answer).listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      const close = () => {
        server.close();
        server.closeAllConnections();
      };
      resolve({ port, close });
    });
  });
