import type { Projection } from '../projector/projection.ts'
import { stsMeters } from './sts-meters.ts'
import { stsRefunds } from './sts-refunds.ts'
import { tokenDownlinks } from './token-downlinks.ts'
import { tokens } from './tokens.ts'
import { vendedRequests } from './vended-requests.ts'

/** The read models of the context, in the order in which a batch passes through them. */
export const prepaidReadModels: readonly Projection[] = [stsMeters, tokens, tokenDownlinks, stsRefunds, vendedRequests]
