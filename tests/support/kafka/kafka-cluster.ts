import { absentHere } from '../process/absent.ts'
import { freePort } from '../process/free-port.ts'
import { lackingForJars } from './kafka-broker.ts'
import { fetchJars } from './kafka-jars.ts'
import { impatientNode, type KafkaNode, newClusterId, startKafkaNode } from './kafka-node.ts'

export type KafkaCluster = {
  /** For `KAFKA_BROKERS`. */
  brokers: string[]
  /** The first of them is the controller too: the cluster knows who is there as long as it runs. */
  nodes: KafkaNode[]
  stop(): Promise<void>
}

/** Why no cluster can run on this machine, where none can. */
export const whyNoKafkaCluster = (): string | undefined => {
  const lacking = lackingForJars()
  return lacking && absentHere('kafka', `${lacking}: no three brokers run here`)
}

/** Three brokers from Apache Kafka's jars, whatever else could run here: a container each would need a network of its own. */
export const startKafkaCluster = async (): Promise<KafkaCluster> => {
  fetchJars()
  const clusterId = newClusterId()
  const controller = `127.0.0.1:${await freePort('127.0.0.1')}`
  const brokers = await Promise.all([1, 2, 3].map(async () => `127.0.0.1:${await freePort('127.0.0.1')}`))
  const starting = brokers.map((address, index) => {
    const isController = index === 0
    const settings = {
      ...impatientNode,
      'process.roles': isController ? 'broker,controller' : 'broker',
      'node.id': String(index + 1),
      'controller.quorum.voters': `1@${controller}`,
      listeners: isController ? `PLAINTEXT://${address},CONTROLLER://${controller}` : `PLAINTEXT://${address}`,
      'advertised.listeners': `PLAINTEXT://${address}`,
      'offsets.topic.replication.factor': '3',
      // A replica that does not fetch any more keeps others waiting for as long.
      'replica.lag.time.max.ms': '3000',
    }
    return startKafkaNode(address, clusterId, settings, ['-Xmx256m'])
  })
  const stop = async (): Promise<void> => {
    const started = await Promise.allSettled(starting)
    await Promise.all(started.map((node) => node.status === 'fulfilled' && node.value.stop()))
  }
  try {
    return { brokers, nodes: await Promise.all(starting), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
