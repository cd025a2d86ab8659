import { findParameter, setParameter } from '@nightflow/platform/settings/configuration'
import * as calls from '@nightflow/schemas/leakage/colour-ranges'
import {
  type ColourRanges,
  colourRangesKey,
  defaultColourRanges,
  readColourRanges,
  writtenColourRanges,
} from '@nightflow/schemas/shared/colour-ranges'
import type { PoolClient } from 'pg'
import { ask, command, type Route } from '../http/serve.ts'

/** The ranges of a tenant, or the usual ones. */
export const colourRangesOf = async (database: PoolClient, tenant: string): Promise<ColourRanges> =>
  readColourRanges((await findParameter(database, tenant, colourRangesKey)) ?? '') ?? defaultColourRanges

/** The ranges are a parameter of the tenant, so that they also follow the parameters' history and copies. */
export const colourRangeRoutes: readonly Route[] = [
  ask(calls.findColourRanges, async (_, { caller, read }) => ({
    ranges: await read((database) => colourRangesOf(database, caller.tenant)),
  })),
  command(calls.setColourRanges, async ({ ranges }, { caller, write }) => {
    const before = await write(async (database) => {
      const present = await colourRangesOf(database, caller.tenant)
      await setParameter(database, colourRangesKey, writtenColourRanges(ranges), caller.username)
      return present
    })
    return { response: {}, before: { ranges: before }, after: { ranges } }
  }),
]
