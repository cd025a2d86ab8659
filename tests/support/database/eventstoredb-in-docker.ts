import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers'
import { compose, imageOf } from '../process/compose-file.ts'

const image = imageOf('eventstoredb')

/** Where a real server can be had: one that runs already, a container, or nowhere (`undefined`). */
export type RealEventStoreDb = {
  what: string
  start: () => Promise<{ connectionString: string; stop: () => Promise<void> }>
  /** One address without TLS, so that a proxy can be in front of it. */
  isPlain: boolean
}

/**
 * `NIGHTFLOW_TEST_EVENTSTOREDB` names a server that is already running (`esdb://…`); otherwise the image of docker-compose.yml is
 * started with its settings where a Docker engine answers.
 */
export const findRealEventStoreDb = async (): Promise<RealEventStoreDb | undefined> => {
  const connectionString = process.env.NIGHTFLOW_TEST_EVENTSTOREDB
  if (connectionString) {
    const isPlain = /^(esdb|kurrentdb):\/\/[^,]*[?&]tls=false/.test(connectionString)
    return { what: 'a server that is running', start: async () => ({ connectionString, stop: async () => undefined }), isPlain }
  }
  const engine = await getContainerRuntimeClient().catch(() => undefined)
  return engine && { what: image, start: startContainer, isPlain: true }
}

const httpPort = 2113

const startContainer = async () => {
  const container = await new GenericContainer(image)
    .withExposedPorts(httpPort)
    .withEnvironment({ ...compose.services.eventstoredb?.environment, KURRENTDB_MEM_DB: 'true' })
    .withWaitStrategy(Wait.forHttp('/health/live', httpPort).forStatusCode(204))
    .withStartupTimeout(120_000)
    .start()
  return {
    connectionString: `esdb://${container.getHost()}:${container.getMappedPort(httpPort)}?tls=false`,
    stop: async () => {
      await container.stop()
    },
  }
}
