import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

export type ComposeService = {
  image?: string
  build?: string
  environment?: Record<string, string>
  depends_on?: Record<string, { condition: string; required?: boolean }>
  healthcheck?: { test: string[] }
  ports?: string[]
  volumes?: string[]
}

export const composeText = readFileSync(fileURLToPath(new URL('../../../docker-compose.yml', import.meta.url)), 'utf8')

export const compose = parse(composeText, { merge: true }) as {
  services: Record<string, ComposeService>
  volumes: Record<string, unknown>
}

/** The image of an engine, `name:tag`: tests run what is deployed, so the version is in docker-compose.yml alone. */
export const imageOf = (engine: 'timescaledb' | 'kafka' | 'eventstoredb'): string => {
  const image = compose.services[engine]?.image
  if (!image) throw new Error(`docker-compose.yml names no image for ${engine}`)
  return image
}
