import { createServer } from 'node:net'

export const freePort = (host: '127.0.0.1' | 'localhost'): Promise<number> =>
  new Promise((found, failed) => {
    const server = createServer().once('error', failed)
    server.listen(0, host, () => {
      const address = server.address()
      server.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })
