/** The country that a reader of the language most likely lives in. */
export const usualCountry = (language: string): string => ({ 'zh-CN': 'CN', id: 'ID', fr: 'FR' })[language] ?? 'GB'
