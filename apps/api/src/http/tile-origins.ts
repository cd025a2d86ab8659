/** The first labels that replace `{s}` in the address of a tile server. */
const tileServers = ['a', 'b', 'c'] as const

/** Origins of a tile server's address, for a content security policy. Exact hosts: what is no host, such as a wildcard that was stored before it was refused, is left out. */
export const tileOrigins = (url: string): string[] => {
  const [, scheme, isNumbered, host] = /^(https?:\/\/)(\{s\}\.)?([A-Za-z0-9.-]+(?::\d{1,5})?)(?=[/?#]|$)/.exec(url) ?? []
  if (scheme === undefined || host === undefined) return []
  return isNumbered ? tileServers.map((server) => `${scheme}${server}.${host}`) : [`${scheme}${host}`]
}
