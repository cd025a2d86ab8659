import { NumberInput, Switch, Text } from '@mantine/core'
import { setTenantDemo } from '@nightflow/schemas/dashboard/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { tenantBoardQuery } from '#dashboard/dashboard-queries.ts'
import { useMayDo } from '#ui/use-may-do.ts'

const usualSeconds = 15
const secondsMin = 3
const secondsMax = 3600

/** Switches the demo for every board of the platform, and says how long each tenant is shown. */
export function DemoTool({ intervalSeconds }: { intervalSeconds: number | null | undefined }) {
  const { t } = useTranslation('dashboard')
  const client = useQueryClient()
  const [typed, setTyped] = useState<number | string>()
  const isOn = intervalSeconds !== null && intervalSeconds !== undefined
  const seconds = Math.min(secondsMax, Math.max(secondsMin, Math.round(Number(typed)) || intervalSeconds || usualSeconds))
  const mayChange = useMayDo()(setTenantDemo)
  const change = useMutation({
    mutationFn: (on: boolean) => call(setTenantDemo, on ? { intervalSeconds: seconds } : {}),
    onSettled: () => client.invalidateQueries({ queryKey: tenantBoardQuery.queryKey }),
  })
  return (
    <>
      <Switch
        size="sm"
        label={t('board.demo')}
        checked={isOn}
        disabled={!mayChange || intervalSeconds === undefined || change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      <NumberInput
        size="xs"
        w={104}
        hideControls
        allowDecimal={false}
        min={secondsMin}
        max={secondsMax}
        aria-label={t('board.demoInterval')}
        rightSection={
          <Text size="xs" c="dimmed" pr={8}>
            {t('board.seconds')}
          </Text>
        }
        rightSectionWidth={52}
        value={typed ?? intervalSeconds ?? usualSeconds}
        onChange={setTyped}
        disabled={!mayChange}
        onBlur={() => isOn && seconds !== intervalSeconds && change.mutate(true)}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
    </>
  )
}
