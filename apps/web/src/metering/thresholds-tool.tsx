import { Button, Text } from '@mantine/core'
import { defaultThresholds, findValidationThresholds, setValidationThresholds } from '@nightflow/schemas/metering/validation-thresholds'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { settingField, typedSetting } from '#metering/typed-settings.ts'
import { useMay } from '#session/session-query.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { HistoryList } from '#ui/form/history-list.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'

const names = Object.keys(setValidationThresholds.request.shape)
const words = { texts: 'metering', name: 'thresholds', calls: {} }
const queryKey = ['consumptionReview', 'thresholds']

/** The thresholds of validation, changed with a reason. */
export function ThresholdsTool() {
  const { t } = useTranslation('metering')
  const shared = useTranslation('shared').t
  const may = useMay('metering:consumption:configure')
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const thresholds = useQuery({ queryKey, queryFn: ({ signal }) => call(findValidationThresholds, {}, signal), enabled: may && opened })
  if (!may) return null
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        {t('thresholds.open')}
      </Button>
      {opened && thresholds.data && (
        <FormDialog onClose={close} title={t('thresholds.title')} size={520}>
          <Text size="sm" mb="sm">
            {thresholds.data.reason === null ? t('thresholds.defaults') : t('thresholds.reasonWas', { reason: thresholds.data.reason })}
          </Text>
          <CommandForm
            schema={setValidationThresholds.request}
            initial={Object.fromEntries(
              Object.entries(thresholds.data).flatMap(([name, value]) =>
                typeof value === 'number' ? [[name, typedSetting(name, value)]] : [],
              ),
            )}
            fields={names.map((name) => settingField(name, Reflect.get(defaultThresholds, name), t(`thresholds.field.${name}`)))}
            submitLabel={t('thresholds.confirm')}
            onCancel={close}
            doneText={shared('done.saved')}
            onSubmit={async (command) => {
              await call(setValidationThresholds, command)
              await client.invalidateQueries({ queryKey })
              close()
            }}
          />
          {thresholds.data.history.length > 0 && (
            <>
              <Text component="h3" className="nf-panel-title" mt="md" mb={4}>
                {t('thresholds.historyTitle')}
              </Text>
              <HistoryList resource={words} history={thresholds.data.history} />
            </>
          )}
        </FormDialog>
      )}
    </>
  )
}
