import { Button, Text } from '@mantine/core'
import { defaultCollectionSettings } from '@nightflow/schemas/billing/collection-settings'
import { findCollectionSettings, setCollectionSettings } from '@nightflow/schemas/billing/collection-settings-calls'
import { languageNames } from '@nightflow/schemas/shared/language'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { HistoryList } from '#ui/form/history-list.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useMayDo } from '#ui/use-may-do.ts'
import { useCurrency } from '#ui/use-money.ts'

const names = Object.keys(setCollectionSettings.request.shape)
const words = { texts: 'billing', name: 'collectionSettings', calls: {} }
const queryKey = ['collection-settings']
/** People type units of the currency and per cent; the settings have hundredths. */
const isInHundredths = (name: string): boolean => name.endsWith('Minor') || name.endsWith('BasisPoints')

/** Due days, reminders and late fees of the utility, changed with a reason. */
export function CollectionSettingsTool() {
  const { t } = useTranslation(['billing', 'shared'])
  const currency = useCurrency()
  const mayDo = useMayDo()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const mayConfigure = mayDo(setCollectionSettings)
  const settings = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(findCollectionSettings, {}, signal),
    enabled: mayConfigure && isOpen,
  })
  if (!mayConfigure) return null
  const close = () => setOpen(false)
  const kinds = ['none', 'percentage', 'fixed'].map((kind) => [kind, t(`collectionSettings.kind.${kind}`)])
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {t('collectionSettings.open')}
      </Button>
      {isOpen && (
        <FormDialog onClose={close} title={t('collectionSettings.title')} size={560}>
          {settings.isError && <ErrorState error={settings.error} onRetry={() => settings.refetch()} />}
          {settings.data && (
            <CommandForm
              schema={setCollectionSettings.request}
              initial={Object.fromEntries(
                Object.entries(settings.data).flatMap(([name, value]) => {
                  if (name === 'reason' || typeof value === 'object' || value === undefined) return []
                  return [[name, typeof value === 'number' ? String(isInHundredths(name) ? value / 100 : value) : value]]
                }),
              )}
              fields={names.map((name) => ({
                name,
                label: t(`collectionSettings.field.${name}`),
                ...(isInHundredths(name) && { factor: 100, unit: name.endsWith('Minor') ? currency : '%', isHalf: true as const }),
                ...(typeof Reflect.get(defaultCollectionSettings, name) === 'number' && { isHalf: true as const }),
                ...(name === 'messageLanguage' && { optionLabels: languageNames }),
                ...(name === 'lateFeeKind' && { optionLabels: Object.fromEntries(kinds) }),
              }))}
              submitLabel={t('shared:action.save')}
              onCancel={close}
              doneText={t('shared:done.saved')}
              onSubmit={async (command) => {
                await call(setCollectionSettings, command)
                await client.invalidateQueries({ queryKey })
                close()
              }}
            />
          )}
          {settings.data && settings.data.history.length > 0 && (
            <>
              <Text component="h3" className="nf-panel-title" mt="md" mb={4}>
                {t('historyTitle')}
              </Text>
              <HistoryList resource={words} history={settings.data.history} />
            </>
          )}
        </FormDialog>
      )}
    </>
  )
}
