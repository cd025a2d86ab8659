import { Button, Group, Select, Stack, Text } from '@mantine/core'
import {
  type Infrastructure,
  type InfrastructureRow,
  InfrastructureSheetRow,
  removeInfrastructure,
  setInfrastructure,
} from '@nightflow/schemas/leakage/infrastructure'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useProblemText } from '#api/problem-text.ts'
import { infrastructureQuery, waterBalanceKey } from '#leakage/leakage-queries.ts'
import { announceDone } from '#session/announce-done.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice, FieldValue } from '#ui/form/form-fields.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useFormat } from '#ui/use-format.ts'

/** Units that people think in, by field: per cent, kilometres, cubic metres. */
const percent = { unit: '%', factor: 0.01 }
const units: Record<keyof Infrastructure, Partial<FieldChoice>> = {
  mainsMetres: { unit: 'km', factor: 1000 },
  serviceConnections: {},
  meanServiceMetres: { unit: 'm' },
  pressureMetres: { unit: 'm' },
  systemKind: {},
  hoursPressurised: { unit: 'h' },
  pressureExponent: {},
  unmeteredPeople: {},
  billedUnmeteredLitresPerDay: { unit: 'm³/d', factor: 1000 },
  unbilledUnmeteredLitresPerDay: { unit: 'm³/d', factor: 1000 },
  unauthorisedShare: percent,
  underRegistration: percent,
  dataErrorShare: percent,
  supplyAccuracy: percent,
  meteredAccuracy: percent,
  unmeteredAccuracy: percent,
  exceptionalLitresPerHour: { unit: 'm³/h', factor: 1000 },
  householdShare: percent,
  outletMegapascal: { unit: 'MPa' },
  frostMetres: { unit: 'm' },
}
/** Units of a spreadsheet are those of the fields themselves: metres, litres, shares of one. */
const sheetUnits: ReadonlyMap<string | undefined, string> = new Map([
  ['km', 'm'],
  ['%', '0–1'],
  ['m³/d', 'L/d'],
  ['m³/h', 'L/h'],
])
const sheetUnitOf = (field: string): string | undefined => {
  const unit = units[field as keyof Infrastructure]?.unit
  return sheetUnits.get(unit) ?? unit
}

/** Heads of a spreadsheet: the names of the fields with the units of its figures. */
export const useSheetHeads = (): Record<string, string> => {
  const { t } = useTranslation('leakage')
  return Object.fromEntries(
    Object.keys(InfrastructureSheetRow.shape).map((field) => {
      const unit = sheetUnitOf(field)
      const name = t(`infrastructure.field.${field}`)
      return [field, unit === undefined ? name : `${name} (${unit})`]
    }),
  )
}

const names = Object.keys(units) as (keyof Infrastructure)[]

const newDay = ''

type Props = { partitionId: string; month?: string; onDone: () => void; onCancel: () => void }

/** Pipes, pressure and assumptions of a partition: those of a recorded day, or of a new one, which is proposed as the first of the month. */
export function InfrastructureForm({ partitionId, month = new Date().toISOString().slice(0, 7), onDone, onCancel }: Props) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const problemText = useProblemText()
  const recorded = useQuery(infrastructureQuery(partitionId))
  const [day, setDay] = useState<string | null>(null)
  if (recorded.isError) return <Text c="var(--nf-alarm-text)">{problemText(recorded.error)}</Text>
  if (!recorded.data) return <Skeleton height={320} />
  const { rows } = recorded.data
  const chosen = day ?? rows[0]?.from ?? newDay
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('infrastructure.hint')}
      </Text>
      {rows.length > 0 && (
        <Select
          size="xs"
          label={t('infrastructure.recorded')}
          allowDeselect={false}
          value={chosen}
          onChange={setDay}
          data={[...rows.map(({ from }) => ({ value: from, label: format.day(from) })), { value: newDay, label: t('infrastructure.new') }]}
        />
      )}
      <DayForm
        key={chosen}
        partitionId={partitionId}
        month={month}
        // A new day begins with what holds now.
        stated={rows.find(({ from }) => from === chosen) ?? rows[0]}
        isNew={chosen === newDay}
        onDone={onDone}
        onCancel={onCancel}
      />
    </Stack>
  )
}

function DayForm({
  partitionId,
  month,
  stated,
  isNew,
  onDone,
  onCancel,
}: Props & { stated: InfrastructureRow | undefined; isNew: boolean }) {
  const { t } = useTranslation('leakage')
  const shared = useTranslation('shared').t
  const client = useQueryClient()
  const refresh = async () => {
    for (const key of [waterBalanceKey, 'partitions']) await client.invalidateQueries({ queryKey: [key] })
  }
  const remove = async (from: string) => {
    await call(removeInfrastructure, { id: partitionId, from })
    await refresh()
    announceDone(t('infrastructure.removed'))
    onDone()
  }
  return (
    <CommandForm
      schema={setInfrastructure.request}
      fields={useFields()}
      initial={{ ...initialOf(stated), from: stated && !isNew ? stated.from : `${month}-01` }}
      fixed={{ id: partitionId }}
      submitLabel={t('infrastructure.save')}
      onCancel={onCancel}
      doneText={shared('done.saved')}
      onSubmit={async (command) => {
        await call(setInfrastructure, command)
        await refresh()
        onDone()
      }}
    >
      {stated && !isNew && (
        <Group>
          <Button variant="default" size="xs" onClick={() => remove(stated.from)}>
            {t('infrastructure.remove')}
          </Button>
        </Group>
      )}
    </CommandForm>
  )
}

const useFields = (): FieldChoice[] => {
  const { t } = useTranslation('leakage')
  return [
    { name: 'from', label: t('infrastructure.field.from') },
    ...names.map((name) => ({
      name,
      label: t(`infrastructure.field.${name}`),
      isHalf: true as const,
      ...units[name],
      ...(name === 'systemKind' && {
        optionLabels: { continuous: t('infrastructure.kind.continuous'), intermittent: t('infrastructure.kind.intermittent') },
      }),
    })),
  ]
}

const initialOf = (stated: InfrastructureRow | undefined): Record<string, FieldValue> =>
  Object.fromEntries(
    names.flatMap((name): [string, FieldValue][] => {
      const value = stated?.[name]
      if (value === undefined) return []
      return [[name, typeof value === 'number' ? Number((value / (units[name].factor ?? 1)).toPrecision(10)) : value]]
    }),
  )
