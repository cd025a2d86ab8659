/**
 * A share of the meters. Every shard follows the whole log from a checkpoint of its own and writes the rows of its own meters alone, so
 * shards never wait for each other. All other rows belong to the first one.
 */
export type Shard = {
  /** 0 … count - 1. */
  index: number
  count: number
  owns(tenant: string, number: string): boolean
}

/** More would hold more connections than they have cores to feed. */
export const shardsMax = 32

export const shardOf = (index: number, count: number): Shard => ({
  index,
  count,
  owns: count === 1 ? () => true : (tenant, number) => hashOf(`${tenant}/${number}`) % count === index,
})

/** The only shard of an undivided read model. */
export const wholeShard = shardOf(0, 1)

/**
 * FNV-1a with the last step of MurmurHash3, without which numbers that follow each other would crowd in few shards. The rows of the read models
 * were shared out by it: it may only change together with the version of every projection that is sharded.
 */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let place = 0; place < text.length; place++) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
