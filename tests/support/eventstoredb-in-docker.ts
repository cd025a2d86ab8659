import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers'

// The image that the server's own documentation of 24.10 (long-term support) runs. Another one can be named to test against it.
const image = process.env.NIGHTFLOW_TEST_EVENTSTOREDB_IMAGE ?? 'docker.eventstore.com/eventstore/eventstoredb-ee:24.10'

/** Where a real server can be had: one that runs already, a container, or nowhere (`undefined`). */
export type RealEventStoreDb = { what: string; start: () => Promise<{ connectionString: string; stop: () => Promise<void> }> }

/**
 * `NIGHTFLOW_TEST_EVENTSTOREDB` names a server that is already running (`esdb://…`); otherwise the official image is started where a
 * Docker engine answers.
 */
export const findRealEventStoreDb = async (): Promise<RealEventStoreDb | undefined> => {
  const connectionString = process.env.NIGHTFLOW_TEST_EVENTSTOREDB
  if (connectionString) return { what: 'a server that is running', start: async () => ({ connectionString, stop: async () => undefined }) }
  const engine = await getContainerRuntimeClient().catch(() => undefined)
  return engine && { what: image, start: startContainer }
}

const httpPort = 2113

const startContainer = async () => {
  const container = await new GenericContainer(image)
    .withExposedPorts(httpPort)
    .withEnvironment({
      EVENTSTORE_INSECURE: 'true',
      EVENTSTORE_CLUSTER_SIZE: '1',
      EVENTSTORE_MEM_DB: 'true',
      EVENTSTORE_RUN_PROJECTIONS: 'None',
    })
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
