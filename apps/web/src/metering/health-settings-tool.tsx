import { Button, Text } from '@mantine/core'
import { defaultHealthSettings, findHealthSettings, setHealthSettings } from '@nightflow/schemas/metering/health-settings'
import { languageNames } from '@nightflow/schemas/shared/language'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { settingField, typedSetting } from '#metering/typed-settings.ts'
import { useMay } from '#session/session-query.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { HistoryList } from '#ui/form/history-list.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { useCurrency } from '#ui/use-money.ts'

const names = Object.keys(setHealthSettings.request.shape)
const words = { texts: 'metering', name: 'healthSettings', calls: {} }
const queryKey = ['meterHealth', 'settings']

/** Limits of the findings, the price of water, and the messages to customers, changed with a reason. */
export function HealthSettingsTool() {
  const { t } = useTranslation('metering')
  const shared = useTranslation('shared').t
  const currency = useCurrency()
  const may = useMay('metering:health:configure')
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const settings = useQuery({ queryKey, queryFn: ({ signal }) => call(findHealthSettings, {}, signal), enabled: may && opened })
  if (!may) return null
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        {t('healthSettings.open')}
      </Button>
      {opened && settings.data && (
        <FormDialog onClose={close} title={t('healthSettings.title')} size={560}>
          <Text size="sm" mb="sm">
            {settings.data.reason === null ? t('healthSettings.defaults') : t('healthSettings.reasonWas', { reason: settings.data.reason })}
          </Text>
          <CommandForm
            schema={setHealthSettings.request}
            initial={Object.fromEntries(
              Object.entries(settings.data).flatMap(([name, value]) => {
                if (name === 'reason' || typeof value === 'object' || value === undefined) return []
                return [[name, typeof value === 'number' ? typedSetting(name, value) : value]]
              }),
            )}
            fields={names.map((name) => ({
              ...settingField(name, Reflect.get(defaultHealthSettings, name), t(`healthSettings.field.${name}`)),
              ...(name === 'pricePerCubicMetre' && { unit: `${currency}/m³` }),
              ...(name === 'messageLanguage' && { optionLabels: languageNames }),
            }))}
            submitLabel={t('healthSettings.confirm')}
            onCancel={close}
            doneText={shared('done.saved')}
            onSubmit={async (command) => {
              await call(setHealthSettings, command)
              await client.invalidateQueries({ queryKey: ['meterHealth'] })
              close()
            }}
          />
          {settings.data.history.length > 0 && (
            <>
              <Text component="h3" className="nf-panel-title" mt="md" mb={4}>
                {t('healthSettings.historyTitle')}
              </Text>
              <HistoryList resource={words} history={settings.data.history} />
            </>
          )}
        </FormDialog>
      )}
    </>
  )
}
