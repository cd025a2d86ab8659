import { Alert, Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type ShutOffValve, ValveState } from '@nightflow/schemas/work-orders/shut-off'
import { type findShutOff, listShutOff, suggestShutOff } from '@nightflow/schemas/work-orders/shut-off-calls'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useProblemText } from '#api/problem-text.ts'
import { announceDone } from '#session/announce-done.ts'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { BoundaryPicker } from '#ui/map/boundary-picker.tsx'
import type { LngLat } from '#ui/map/map-geometry.ts'
import { useFormat } from '#ui/use-format.ts'
import type { Order } from '#work-orders/order.ts'
import { refreshShutOff } from '#work-orders/refresh-shut-off.ts'
import { usePartitionChoices } from '#work-orders/use-partition-choices.ts'

type Found = ResponseOf<typeof findShutOff>
type Props = { order: Order; found: Found; onClose: () => void }

const bare = ({ valveNo, valveKind, valveName, place, longitude, latitude }: ShutOffValve): ShutOffValve => ({
  ...{ valveNo, valveKind, valveName, place, longitude, latitude },
})

/** The valves and customers of a shut-off: suggested by a metering point or by a line on the map, then ticked one by one. */
export function ShutOffListDialog({ order: { workOrderNo, partitionId: ofOrder }, found, onClose }: Props) {
  const { t } = useTranslation('work-orders')
  const { number } = useFormat()
  const problemText = useProblemText()
  const client = useQueryClient()
  const partitions = usePartitionChoices()
  const [partitionId, setPartitionId] = useState(found.partitionId ?? ofOrder)
  const [area, setArea] = useState<LngLat[] | null>(null)
  const [ticked, setTicked] = useState<ReadonlyMap<string, ShutOffValve> | null>(
    found.valves.length > 0 ? new Map(found.valves.map((valve) => [valve.valveNo, bare(valve)])) : null,
  )
  const place = area === null ? { ...(partitionId !== null && { partitionId }) } : { area: area.map(([x, y]): [number, number] => [x, y]) }
  const suggestion = useQuery({
    queryKey: [suggestShutOff.path, workOrderNo, place],
    queryFn: ({ signal }) => call(suggestShutOff, { workOrderNo, ...place }, signal),
    retry: false,
    meta: { isQuiet: true },
  })
  const suggested = suggestion.data?.valves ?? []
  // Until a person ticks, the suggestion counts.
  const chosen = ticked ?? new Map(suggested.filter(({ isSuggested }) => isSuggested).map((valve) => [valve.valveNo, bare(valve)]))
  const accounts = suggestion.data?.accounts ?? []
  const known = new Set(suggested.map(({ valveNo }) => valveNo))
  const rows = [...suggested, ...[...chosen.values()].filter(({ valveNo }) => !known.has(valveNo))]
  const isClosed = (wanted: string) => found.valves.some(({ valveNo, state }) => valveNo === wanted && state === ValveState.enum.closed)
  const tick = (valve: ShutOffValve, isTicked: boolean) => {
    const next = new Map(chosen)
    if (isTicked) next.set(valve.valveNo, bare(valve))
    else next.delete(valve.valveNo)
    setTicked(next)
  }
  /** Another place has its own suggestion; closed valves stay. */
  const look = (change: () => void) => {
    change()
    setTicked(null)
  }
  const saving = useMutation({
    mutationFn: () => {
      const closed = found.valves.filter(({ valveNo }) => isClosed(valveNo) && !chosen.has(valveNo)).map(bare)
      return call(listShutOff, {
        workOrderNo,
        partitionId: area === null ? partitionId : null,
        valves: [...chosen.values(), ...closed],
        accounts,
      })
    },
    onSuccess: async () => {
      await refreshShutOff(client, workOrderNo)
      announceDone(t('shutOff.saved'))
      onClose()
    },
    meta: { isQuiet: true },
  })
  const failure = suggestion.error ?? saving.error
  return (
    <FormDialog title={t('shutOff.editTitle')} onClose={onClose} size={720}>
      <Stack gap="sm">
        <Select
          label={t('shutOff.partition')}
          description={t('shutOff.partitionHint')}
          data={partitions}
          value={partitionId}
          disabled={area !== null}
          clearable
          searchable
          onChange={(value) => look(() => setPartitionId(value))}
        />
        <div>
          <Text size="sm" mb={4}>
            {t('shutOff.areaHint')}
          </Text>
          <BoundaryPicker value={area} onChange={(line) => look(() => setArea(line))} points={pointsOf(rows, chosen)} />
        </div>
        <fieldset className="nf-plain-fieldset nf-shut-off-choices">
          <Text component="legend" size="sm" fw={600}>
            {t('shutOff.valves', { count: chosen.size, shown: number(chosen.size) })}
          </Text>
          {rows.map((valve) => (
            <Checkbox
              key={valve.valveNo}
              mt={6}
              label={valve.valveName}
              description={[t(`shutOff.kind.${valve.valveKind}`), valve.valveNo, valve.place].filter(Boolean).join(' · ')}
              checked={chosen.has(valve.valveNo)}
              disabled={isClosed(valve.valveNo)}
              onChange={(event) => tick(valve, event.currentTarget.checked)}
            />
          ))}
          {rows.length === 0 && !suggestion.isPending && <Text size="sm">{t('shutOff.noValves')}</Text>}
        </fieldset>
        <OtherValve taken={new Set(rows.map(({ valveNo }) => valveNo))} onAdd={(valve) => tick(valve, true)} />
        <Text size="sm" role="status">
          {t('shutOff.customersFound', { count: accounts.length, shown: number(accounts.length) })}
        </Text>
        {failure && (
          <Alert color="red" role="alert">
            {problemText(failure)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('shutOff.cancel')}
          </Button>
          <Button loading={saving.isPending} disabled={!suggestion.data} onClick={() => saving.mutate()}>
            {t('shutOff.save')}
          </Button>
        </Group>
      </Stack>
    </FormDialog>
  )
}

const chosenColour = '#2b8a3e'
const pointsOf = (rows: readonly ShutOffValve[], chosen: ReadonlyMap<string, ShutOffValve>) =>
  rows.flatMap(({ valveNo, valveName, longitude, latitude }) =>
    longitude === null || latitude === null
      ? []
      : [{ id: valveNo, position: [longitude, latitude] as const, label: valveName, ...(chosen.has(valveNo) && { colour: chosenColour }) }],
  )

/** A valve that the service does not know: it gets a number of its own. */
function OtherValve({ taken, onAdd }: { taken: ReadonlySet<string>; onAdd: (valve: ShutOffValve) => void }) {
  const { t } = useTranslation('work-orders')
  const [name, setName] = useState('')
  const add = () => {
    let place = 1
    while (taken.has(`V-${place}`)) place += 1
    onAdd({ valveNo: `V-${place}`, valveKind: 'other', valveName: name.trim(), place: '', longitude: null, latitude: null })
    setName('')
  }
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        className="nf-grow"
        label={t('shutOff.other')}
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button variant="default" disabled={name.trim() === ''} onClick={add}>
        {t('shutOff.add')}
      </Button>
    </Group>
  )
}
