import { createServer } from 'node:net'
import { StartRefusal } from './start-refusal.ts'

/** True where the address is free; checked by binding it for a moment. */
export const isPortFree = (port: number, host: string): Promise<boolean> =>
  new Promise((answer) => {
    const server = createServer()
    server.once('error', () => answer(false))
    server.listen({ port, host, exclusive: true }, () => server.close(() => answer(true)))
  })

const findFreePort = (): Promise<number> =>
  new Promise((found, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen({ port: 0, host: '127.0.0.1' }, () => {
      const address = server.address()
      server.close(() => (typeof address === 'object' && address ? found(address.port) : failed(new Error('no free port'))))
    })
  })

/** The wanted port or a refusal; without a wish the remembered one when it is free, else any. */
export const choosePort = async (wanted: number | undefined, remembered: number | undefined): Promise<number> => {
  if (wanted !== undefined) {
    if (await isPortFree(wanted, '127.0.0.1')) return wanted
    throw new StartRefusal(`port ${wanted} for PostgreSQL is taken; free it or choose another.`)
  }
  return remembered !== undefined && (await isPortFree(remembered, '127.0.0.1')) ? remembered : findFreePort()
}
