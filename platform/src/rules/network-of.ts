import { isIPv6 } from 'node:net'

/**
 * The network that limits count as one caller: an IPv4 address, or the first 64 bits of an IPv6 address, of which one customer of a provider has 2^64.
 * An IPv4 address in the clothes of IPv6 (`::ffff:192.0.2.1`) is the IPv4 address. A text that is no address stays as it is.
 */
export const networkOf = (address: string): string => {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return bare
  const groups = groupsOf(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of an address that is known to be IPv6. */
const groupsOf = (address: string): number[] => {
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a, b, c, d] = parts.map(Number)
    return `${((a! << 8) | b!).toString(16)}:${((c! << 8) | d!).toString(16)}`
  })
  const [before = '', after = ''] = plain.split('::')
  const numbersIn = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  const [head, tail] = [numbersIn(before), numbersIn(after)]
  return plain.includes('::') ? [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail] : head
}
