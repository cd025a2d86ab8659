/** All English texts at once: a file for each context would be a request for each. */
export const texts = import.meta.glob<Record<string, unknown>>('../../../locales/en/*.json', { eager: true, import: 'default' })
