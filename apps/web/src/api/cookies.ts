/** Cookies by hand, because the browser's own store of them is absent where the page came over plain HTTP. */

export const readCookie = (name: string): string | null => {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1))
}

/** Without `keptSeconds` the cookie ends with the browser. */
export function writeCookie(name: string, value: string, keptSeconds?: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const kept = keptSeconds === undefined ? '' : `; Max-Age=${keptSeconds}`
  // biome-ignore lint/suspicious/noDocumentCookie: see above.
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${kept}${secure}`
}

export const removeCookie = (name: string): void => writeCookie(name, '', 0)
