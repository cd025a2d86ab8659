import { contexts } from './contexts.ts'
import { resourceCalls } from './resource-calls.ts'
import { callsOfModules } from './shared/context.ts'
import type { Endpoint } from './shared/endpoint.ts'
import { objectOf } from './shared/object-of.ts'

const callsOfResources: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.entries(resourceCalls).flatMap(([name, calls]) =>
    Object.entries(callsOfModules(calls)).map(([verb, endpoint]) => [`${name}.${verb}`, endpoint]),
  ),
)

/** Every endpoint under `/api/v1` and `/prod-api`, by context: the server must route each, OpenAPI lists each. Those of resources are with the platform. */
export const endpoints = objectOf<Record<keyof typeof contexts, Readonly<Record<string, Endpoint>>>>(
  Object.entries(contexts).map(([name, { calls }]) => [name, name === 'platform' ? { ...calls, ...callsOfResources } : calls]),
)
