import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { type KafkaBroker, startKafka } from './kafka-broker.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Answers the addresses of the run's broker, which the first request starts. */
    kafkaForRunUrl: string
  }
}

/** One broker per run, for all files that leave it running. Runs that never ask for it start none. */
export default async function prepareKafka(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<KafkaBroker> | undefined
  const server = createServer((_, response) => {
    starting ??= startKafka()
    starting.then(
      ({ brokers }) => response.end(JSON.stringify(brokers)),
      (error: Error) => {
        response.statusCode = 500
        response.end(error.message)
      },
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  project.provide('kafkaForRunUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    await (await starting?.catch(() => undefined))?.stop()
  }
}
