import { Button } from '@mantine/core'
import { refreshDictionaries } from '@nightflow/schemas/platform/dictionary-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { announceDone } from '#session/announce-done.ts'
import { useMayDo } from '#ui/use-may-do.ts'

/** Says to the service, and to this browser, that words and parameters are to be read afresh. */
export function RefreshTool({ endpoint, queries }: { endpoint: Endpoint; queries: readonly string[] }) {
  const { t } = useTranslation('platform')
  const client = useQueryClient()
  const mayDo = useMayDo()
  const [busy, setBusy] = useState(false)
  if (!mayDo(endpoint)) return null
  const refresh = async () => {
    setBusy(true)
    try {
      await call(endpoint, {})
      for (const key of queries) await client.invalidateQueries({ queryKey: [key] })
      announceDone(t('refreshed'))
    } catch {
      // It has been announced.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="xs" variant="default" loading={busy} leftSection={<IconRefresh size={14} aria-hidden />} onClick={refresh}>
      {t('refresh')}
    </Button>
  )
}

export const RefreshDictionaries = () => (
  <RefreshTool endpoint={refreshDictionaries} queries={['dictionary', resourceCalls.dictionaryData.list.path]} />
)
