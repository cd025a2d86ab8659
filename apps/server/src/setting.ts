/** Name of a flag and of a variable, what the setting does, its values in words, and the default where the schema has none. */
export type Setting = { flag?: string; variable: string; purpose: string; allowed: string; otherwise?: string; isSecret?: true }
