import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { quantityOf } from '@nightflow/schemas/shared/units-of-fields'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { beginExport } from '#ui/resource/export-jobs.ts'
import type { Resource } from '#ui/resource/resource.ts'
import { wordsIn } from '#ui/resource/resource-columns.tsx'
import type { ResourceWords } from '#ui/resource/resource-words.ts'
import type { DataColumn } from '#ui/table/data-table.tsx'
import { filterOf, type ListSearch, orderOf } from '#ui/table/list-search.ts'

type ExportProps<Row extends object> = { resource: Resource<Row>; words: ResourceWords; search: ListSearch; columns: DataColumn<Row>[] }

/** A spreadsheet has figures as the service keeps them. */
const headOf = (field: string, label: string): string => {
  const quantity = quantityOf(field)
  return quantity ? `${label} (${quantity.ownUnit})` : label
}

/** A spreadsheet of all that the filter leaves, in the words of the screen. */
export function ExportTool<Row extends object>({ resource: { calls, choices = {} }, words, search, columns }: ExportProps<Row>) {
  const { t } = useTranslation('shared')
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const fields = columns.filter(({ isTool }) => !isTool)
  const formats = formatsOf(calls.exportRows as Endpoint)
  const save = async (format?: string) => {
    setBusy(true)
    const heads = Object.fromEntries(
      fields.flatMap(({ id, label, parts }) => (parts ?? [{ id, label }]).map((part) => [part.id, headOf(part.id, part.label)])),
    )
    const spoken = fields.flatMap(({ id }) => {
      const options = wordsIn(calls.row.shape[id]!)
      if (choices[id]) return [[id, Object.fromEntries(choices[id].map(({ value, label }) => [value, label]))]]
      return options.length > 0 ? [[id, Object.fromEntries(options.map((option) => [option, words.word(id, option).label]))]] : []
    })
    const wording = { heads: JSON.stringify(heads), words: JSON.stringify(Object.fromEntries(spoken)) }
    const filter = Object.entries({ ...filterOf(search, calls.filter), ...orderOf(search, calls.exportRows) }).map(([field, value]) => [
      field,
      String(value),
    ])
    await beginExport(client, (calls.exportRows as Endpoint).path, {
      ...Object.fromEntries(filter),
      ...wording,
      ...(format !== undefined && { format }),
    })
      // It has been announced; the list stays as it is.
      .catch(() => undefined)
    setBusy(false)
  }
  const name = formats.length > 0 ? t('table.export') : t('table.exportSpreadsheet')
  const button = (onClick?: () => void) => (
    <ActionIcon variant="subtle" color="gray" aria-label={name} loading={busy} {...(onClick && { onClick })}>
      <IconFileSpreadsheet size={16} />
    </ActionIcon>
  )
  if (formats.length === 0) return <Tooltip label={name}>{button(() => save())}</Tooltip>
  return (
    <Menu position="bottom-end">
      <Menu.Target>{button()}</Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => save(format)}>
            {t(`table.format.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Files that the export makes; none where it makes spreadsheets alone. */
const formatsOf = ({ request }: Endpoint): string[] => {
  const format = request.shape.format
  return format instanceof z.ZodType ? wordsIn(format) : []
}
