import { z } from 'zod'

/** How the digits of a sale reach the holder by themselves: not at all, by one way, or by mail where an address is known and otherwise by text message. */
export const TokensAfterSale = z.enum(['none', 'sms', 'email', 'either'])
export type TokensAfterSale = z.infer<typeof TokensAfterSale>

/** A sale above the exact range of a token is split into several tokens, or refused before money is taken. */
export const LargeTokenSales = z.enum(['split', 'refuse'])
