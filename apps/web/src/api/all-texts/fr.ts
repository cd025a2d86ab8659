/** All French texts at once: a file for each context would be a request for each. */
export const texts = import.meta.glob<Record<string, unknown>>('../../../locales/fr/*.json', { eager: true, import: 'default' })
