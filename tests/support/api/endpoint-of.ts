import { endpoints } from '@nightflow/schemas/endpoints'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'

const declared: readonly Endpoint[] = Object.values(endpoints).flatMap((context) => Object.values(context) as Endpoint[])

/** The endpoint that answers an address: one without parameters before one with. */
export const endpointOf = (method: string, url: string): Endpoint | undefined => {
  const [path] = url.split('?')
  const fits = declared.filter(
    (endpoint) => endpoint.method === method && new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path!),
  )
  return fits.toSorted((left, right) => left.path.split(':').length - right.path.split(':').length)[0]
}
