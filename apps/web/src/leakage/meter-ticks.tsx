import { Button, Checkbox, Group, Select, Text } from '@mantine/core'
import { listMeterChoices, type MeterChoice } from '@nightflow/schemas/leakage/meter-choice'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { isUnopened, withMeters, withoutMeters } from '#leakage/chosen-meters.ts'
import { useMeterFitText } from '#leakage/use-meter-fit-text.ts'
import type { WayProps } from '#leakage/way-props.ts'
import type { Choice } from '#ui/resource/resource.ts'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { SearchInput } from '#ui/table/search-input.tsx'
import { useMeterLists } from '#ui/use-meter-lists.ts'
import { useOwners } from '#ui/use-owners.ts'

type Filters = {
  search?: string
  account?: 'opened' | 'none'
  membership?: 'free' | 'taken'
  meterType?: string
  meterGroup?: string
  deptId?: string
  regionId?: string
}

/** Customers' meters are opened and free; an inlet usually has no account. */
const filtersOf = (role: 'summary' | 'sub'): Filters => (role === 'sub' ? { account: 'opened', membership: 'free' } : {})

/** Meters to tick, by filters. A meter that does not fit has its reason and no tick. */
export function MeterTicks({ id, role, days, meters, onMeters }: WayProps) {
  const { t } = useTranslation('leakage')
  const [filters, setFilters] = useState(filtersOf(role))
  const [{ page, size }, setPlace] = useState({ page: 1, size: 10 })
  const request = { id, role, ...filters, ...days, onlyOpened: role === 'sub', limit: size, page }
  const found = useQuery({
    queryKey: ['partitions', 'meter-choices', request],
    queryFn: ({ signal }) => call(listMeterChoices, request, signal),
    placeholderData: keepPreviousData,
  })
  const rows = found.data?.rows ?? []
  const fitting = rows.filter(isTickable)
  const ticked = fitting.filter(({ number }) => meters.chosen.has(number))
  const isAll = fitting.length > 0 && ticked.length === fitting.length
  const tickAll = () =>
    onMeters(
      isAll
        ? withoutMeters(
            meters,
            fitting.map(({ number }) => number),
          )
        : withMeters(meters, fitting),
    )
  const filter = (next: Filters) => {
    setFilters(next)
    setPlace({ page: 1, size })
  }
  if (found.isError) return <ErrorState compact error={found.error} onRetry={() => found.refetch()} />
  return (
    <div className="nf-panel">
      <FilterBar filters={filters} onFilters={filter} role={role} />
      <ScrollRegion label={t('choose.listLabel')} heightMax={300}>
        <table className="nf-table" data-stale={found.isPlaceholderData || undefined}>
          <thead>
            <tr>
              <th scope="col" className="nf-tick-cell">
                <Checkbox
                  size="xs"
                  aria-label={t('choose.tickAll')}
                  disabled={fitting.length === 0}
                  checked={isAll}
                  indeterminate={ticked.length > 0 && !isAll}
                  onChange={tickAll}
                />
              </th>
              <th scope="col">{t('members.meter')}</th>
              <th scope="col">{t('choose.account')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.number}
                row={row}
                isTicked={meters.chosen.has(row.number)}
                onTick={(isTicked) => onMeters(isTicked ? withMeters(meters, [row]) : withoutMeters(meters, [row.number]))}
              />
            ))}
          </tbody>
        </table>
        {found.data?.total === 0 && (
          <Text size="sm" c="dimmed" p="sm">
            {t('choose.nothingFound')}
          </Text>
        )}
      </ScrollRegion>
      <Group justify="space-between" gap="xs">
        <Button size="compact-xs" variant="subtle" ml="xs" onClick={tickAll} disabled={fitting.length === 0}>
          {t(isAll ? 'choose.untickPage' : 'choose.tickPage')}
        </Button>
        <Pager total={found.data?.total ?? 0} page={page} size={size} onChange={setPlace} />
      </Group>
    </div>
  )
}

/** One without an account may be ticked: it is then asked about, and may be a bulk meter. */
const isTickable = (row: MeterChoice): boolean => !row.isHere && (row.problem === null || isUnopened(row))

function Row({ row, isTicked, onTick }: { row: MeterChoice; isTicked: boolean; onTick: (isTicked: boolean) => void }) {
  const { t } = useTranslation('leakage')
  const fitText = useMeterFitText()
  const note = fitText(row) ?? row.meterType
  const place = [row.name, row.address].filter((word) => word !== null).join(' · ')
  return (
    <tr>
      <td className="nf-tick-cell">
        {isTickable(row) && (
          <Checkbox
            size="xs"
            aria-label={t('choose.tick', { number: row.number })}
            checked={isTicked}
            onChange={(event) => onTick(event.currentTarget.checked)}
          />
        )}
      </td>
      <td className="nf-wrap">
        <span className="nf-figures">{row.number}</span> <span className="nf-dimmed">{place}</span>
        {note && <div className="nf-dimmed nf-small">{note}</div>}
      </td>
      <td className="nf-figures">{row.accountNo ?? <span className="nf-dimmed">{t('choose.noAccount')}</span>}</td>
    </tr>
  )
}

type BarProps = { filters: Filters; onFilters: (filters: Filters) => void; role: 'summary' | 'sub' }

function FilterBar({ filters, onFilters, role }: BarProps) {
  const { t } = useTranslation('leakage')
  const { types, groups } = useMeterLists()
  const owners = useOwners()
  const set = (name: keyof Filters, value: string | null | undefined) => {
    const { [name]: _, ...others } = filters
    onFilters(value ? { ...others, [name]: value } : others)
  }
  const choice = (name: keyof Filters, label: string, data: readonly Choice[]) =>
    data.length > 0 && (
      <Select
        size="xs"
        w={170}
        clearable
        searchable={data.length > 8}
        aria-label={label}
        placeholder={label}
        data={data.map(({ value, label: name }) => ({ value: String(value), label: name }))}
        value={filters[name] ?? null}
        onChange={(value) => set(name, value)}
      />
    )
  return (
    <Group gap={6} p="xs" role="group" aria-label={t('choose.filters')}>
      <SearchInput label={t('form.lookupHint')} width={230} value={filters.search ?? ''} onType={(search) => set('search', search)} />
      {role === 'sub' &&
        choice('account', t('choose.account'), [
          { value: 'opened', label: t('choose.opened') },
          { value: 'none', label: t('choose.noAccount') },
        ])}
      {choice('membership', t('choose.membership'), [
        { value: 'free', label: t('choose.free') },
        { value: 'taken', label: t('choose.taken') },
      ])}
      {choice('meterType', t('choose.meterType'), types)}
      {choice('meterGroup', t('choose.meterGroup'), groups)}
      {choice('deptId', t('form.deptId'), owners.deptId)}
      {choice('regionId', t('form.regionId'), owners.regionId)}
    </Group>
  )
}
