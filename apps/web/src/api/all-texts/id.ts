/** All Indonesian texts at once: a file for each context would be a request for each. */
export const texts = import.meta.glob<Record<string, unknown>>('../../../locales/id/*.json', { eager: true, import: 'default' })
