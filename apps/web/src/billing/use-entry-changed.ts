import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { useQueryClient } from '@tanstack/react-query'

/** Reads again what an entry that was assigned has changed. */
export const useEntryChanged = (): (() => Promise<void>) => {
  const client = useQueryClient()
  const { bankEntries, payments, bills } = resourceCalls
  return async () => {
    for (const queryKey of [[bankEntries.list.path], [payments.list.path], [bills.list.path], ['bank-entry-history']])
      await client.invalidateQueries({ queryKey })
  }
}
