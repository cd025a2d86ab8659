import { Checkbox, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { listMeters } from '@nightflow/schemas/devices/endpoints'
import { listPartitions } from '@nightflow/schemas/leakage/endpoints'
import { findRound, listWalkBys, walkByMetersMax } from '@nightflow/schemas/metering/walk-by'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { InUse } from '@nightflow/schemas/shared/lists'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { callEveryPage } from '#api/call-every-page.ts'
import { splitNumbers } from '#ui/form/form-fields.ts'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

type Source = 'street' | 'group' | 'partition' | 'route' | 'list'
type RouteMeter = { number: string; name: string | null; address: string | null }

const groups = resourceCalls.meterGroups.list
const choicesMax = 200
const typingMilliseconds = 300
const pageSize = 500

/** House numbers count as numbers: 9 Canal Street comes before 10 Canal Street, street by street. */
const streetOf = ({ address }: RouteMeter): string => (address ?? '').replaceAll(/\d+/g, '').trim()
const byAddress = (one: RouteMeter, other: RouteMeter): number =>
  streetOf(one).localeCompare(streetOf(other)) ||
  (one.address ?? '').localeCompare(other.address ?? '', undefined, { numeric: true }) ||
  one.number.localeCompare(other.number, undefined, { numeric: true })

type Filter = { search?: string; meterGroup?: number; partition?: string }

/** Meters in the pipe that a filter leaves, in the order of their addresses; one more than a round may have, where there are more. */
const metersOf = async (filter: Filter, signal: AbortSignal): Promise<RouteMeter[]> => {
  const found: RouteMeter[] = []
  for (let page = 1; found.length <= walkByMetersMax; page += 1) {
    const { rows } = await call(listMeters, { ...filter, state: 'installed', limit: pageSize, page }, signal)
    found.push(...rows)
    if (rows.length < pageSize) break
  }
  return found.toSorted(byAddress)
}

/** The meters of a round: those of a street, a group, a partition or an earlier round, or a list of numbers. */
export function RouteMeters({ onChange }: { onChange: (numbers: readonly string[]) => void }) {
  const { t } = useTranslation('metering')
  const sources = useSources()
  const [source, setSource] = useState<Source>('street')
  const [value, setValue] = useState('')
  const [left, setLeft] = useState<readonly string[]>([])
  const [wanted] = useDebouncedValue(value.trim(), typingMilliseconds)
  const found = useQuery({
    queryKey: ['route-meters', source, wanted],
    queryFn: async ({ signal }): Promise<RouteMeter[]> => {
      if (source === 'route') return (await call(findRound, { walkById: wanted }, signal)).meters
      if (source === 'group') return metersOf({ meterGroup: Number(wanted) }, signal)
      return metersOf(source === 'partition' ? { partition: wanted } : { search: wanted }, signal)
    },
    enabled: wanted !== '' && source !== 'list',
  })
  const meters = source === 'list' || wanted === '' ? undefined : found.data
  const numbers =
    source === 'list' ? splitNumbers(value) : (meters ?? []).map(({ number }) => number).filter((number) => !left.includes(number))
  const key = numbers.join(',')
  // The list is a new one on every render; what it names is not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => onChange(numbers), [key])
  const choose = (next: string) => {
    setValue(next)
    setLeft([])
  }
  return (
    <Stack gap="xs">
      <Select
        label={t('walkBy.source.label')}
        allowDeselect={false}
        data={sources.map(({ source: each }) => ({ value: each, label: t(`walkBy.source.${each}`) }))}
        value={source}
        onChange={(next) => {
          setSource(next as Source)
          choose('')
        }}
      />
      {source === 'street' && (
        <TextInput label={t('walkBy.search')} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)} />
      )}
      {source === 'list' && (
        <Textarea
          label={t('walkBy.field.numbers')}
          description={t('walkBy.route')}
          autosize
          minRows={3}
          maxRows={10}
          value={value}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      )}
      {source !== 'street' && source !== 'list' && (
        <Select
          label={t(`walkBy.source.${source}`)}
          searchable
          data={[...(sources.find((each) => each.source === source)?.choices ?? [])]}
          value={value || null}
          onChange={(next) => choose(next ?? '')}
        />
      )}
      {meters && meters.length === 0 && <Text size="sm">{t('walkBy.noneFound')}</Text>}
      {meters && meters.length > 0 && (
        <ChosenMeters
          meters={meters}
          left={left}
          onTick={(number) => setLeft(left.includes(number) ? left.filter((each) => each !== number) : [...left, number])}
        />
      )}
      {numbers.length > walkByMetersMax && (
        <Text size="sm" c="var(--nf-alarm-text)" role="alert">
          {t('walkBy.tooMany', { max: walkByMetersMax })}
        </Text>
      )}
    </Stack>
  )
}

/** The meters that were found, each of which may be left out. */
function ChosenMeters(props: { meters: readonly RouteMeter[]; left: readonly string[]; onTick: (number: string) => void }) {
  const { meters, left, onTick } = props
  const { t } = useTranslation('metering')
  return (
    <ScrollRegion label={t('walkBy.field.numbers')} heightMax={220}>
      <Text size="sm" fw={600} className="nf-figures">
        {t('walkBy.chosen', { count: meters.length - meters.filter(({ number }) => left.includes(number)).length })}
      </Text>
      {meters.slice(0, walkByMetersMax).map(({ number, name, address }) => (
        <Checkbox
          key={number}
          size="xs"
          my={4}
          label={[address, name, number].filter(Boolean).join(' · ')}
          checked={!left.includes(number)}
          onChange={() => onTick(number)}
        />
      ))}
    </ScrollRegion>
  )
}

type Choice = { value: string; label: string }

/** Where meters may be taken from, with the choices of each; what the person may not see is left out. */
function useSources(): readonly { source: Source; choices?: readonly Choice[] }[] {
  const mayDo = useMayDo()
  const grouped = useQuery({
    queryKey: [groups.path, 'choices'],
    queryFn: ({ signal }) => call(groups, { status: InUse.enum.enabled, pageSize: choicesMax }, signal),
    enabled: mayDo(groups),
  })
  const partitions = useQuery({
    queryKey: ['partitions'],
    queryFn: ({ signal }) => callEveryPage(listPartitions, {}, signal),
    enabled: mayDo(listPartitions),
  })
  const rounds = useQuery({
    queryKey: [listWalkBys.path, 'choices'],
    queryFn: ({ signal }) => call(listWalkBys, { pageSize: choicesMax }, signal),
    enabled: mayDo(findRound),
  })
  return [
    ...(mayDo(listMeters) ? [{ source: 'street' as const }] : []),
    ...(mayDo(groups)
      ? [
          {
            source: 'group' as const,
            choices: (grouped.data?.rows ?? []).map((row) => ({ value: String(row.meterGroupId), label: row.meterGroupName })),
          },
        ]
      : []),
    ...(mayDo(listPartitions)
      ? [{ source: 'partition' as const, choices: (partitions.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name })) }]
      : []),
    ...(mayDo(findRound)
      ? [
          {
            source: 'route' as const,
            choices: (rounds.data?.rows ?? []).map((row) => ({ value: String(row.walkById), label: `${row.name}, ${row.startDate}` })),
          },
        ]
      : []),
    { source: 'list' as const },
  ]
}
