import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { listMeters } from '@nightflow/schemas/devices/endpoints'
import type { AnyRow } from '@nightflow/schemas/shared/resource'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { useMayDo } from '#ui/use-may-do.ts'

const typingMilliseconds = 200
const offeredMax = 10

const asFound = ({ options }: { options: readonly unknown[] }) => options as never

/** The number of a meter in a form: typed, or found by a part of its number, name or address. Below it is the meter that was meant. */
export function MeterInput({ shared, value, onChange }: { shared: AnyRow; value: string; onChange: (value: string) => void }) {
  const mayDo = useMayDo()
  const [search] = useDebouncedValue(value.trim(), typingMilliseconds)
  const found = useQuery({
    queryKey: ['found-meters', search],
    queryFn: ({ signal }) => call(listMeters, { search, limit: offeredMax }, signal),
    enabled: search !== '' && mayDo(listMeters),
    placeholderData: keepPreviousData,
  })
  const meters = search === '' ? [] : (found.data?.rows ?? [])
  const meant = meters.find(({ number }) => number === value.trim())
  const description = meant && [meant.name, meant.address].filter(Boolean).join(' · ')
  const known = new Map(meters.map((meter) => [meter.number, meter]))
  return (
    <Autocomplete
      {...shared}
      {...(description && { description })}
      autoComplete="off"
      value={value}
      onChange={onChange}
      filter={asFound}
      data={meant ? [] : meters.map(({ number }) => number)}
      maxDropdownHeight={300}
      renderOption={({ option }) =>
        [option.value, known.get(option.value)?.name, known.get(option.value)?.address].filter(Boolean).join(' · ')
      }
    />
  )
}
