import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'

/** The journal of the software module: how many tokens it made for which request. The digits are with the sales. */
export const vendedRequests = defineEntity({
  name: 'prepaid/vended-requests',
  version: 1,
  table: 'sts_vended_requests',
  key: ['vendingId'],
  row: z.object({ vendingId: z.string(), tokens: z.int32(), madeAt: z.iso.datetime() }),
  evolve: {
    'prepaid.TokensVended': (seen, { data: { vendingId, tokens, at } }) => seen ?? { vendingId, tokens: tokens.length, madeAt: at },
  },
})
