import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import {
  downloadGroupSheet,
  GroupReadingSheetRow,
  importGroupReadings,
  importGroupReadingsTemplate,
} from '@nightflow/schemas/metering/group-reading'
import { listManualReadings } from '@nightflow/schemas/metering/manual-reading'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { InUse } from '@nightflow/schemas/shared/lists'
import { IconDownload, IconFileSpreadsheet, IconTable } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { GroupSheet } from '#metering/group-sheet.tsx'
import { useSession } from '#session/session-query.ts'
import { instantOfWall, wallTextOf } from '#ui/local-days.ts'
import { ImportDialog } from '#ui/resource/import-dialog.tsx'
import { useMayDo } from '#ui/use-may-do.ts'
import './group-sheet.css'

const groups = resourceCalls.meterGroups.list
/** Groups that one choice offers. */
const groupsMax = 200

/** The meters of a group are read together: by keyboard row after row, or on a sheet that is downloaded and uploaded again. */
export function GroupReadingTool() {
  const { t } = useTranslation('metering')
  const shared = useTranslation('shared').t
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconTable size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('groupReading.open')}
      </Button>
      {isOpen && (
        <Modal
          opened
          onClose={() => setOpen(false)}
          title={t('groupReading.title')}
          size="xl"
          closeOnClickOutside={false}
          closeButtonProps={{ 'aria-label': shared('action.close') }}
        >
          <GroupReading />
        </Modal>
      )}
    </>
  )
}

function GroupReading() {
  const { t } = useTranslation('metering')
  const { timeZone } = useSession()
  const client = useQueryClient()
  const mayDo = useMayDo()
  const [meterGroupId, setMeterGroupId] = useState<number | null>(null)
  const [wall, setWall] = useState(() => wallTextOf(Date.now(), timeZone).slice(0, 16).replace(' ', 'T'))
  const [isImporting, setIsImporting] = useState(false)
  const known = useQuery({
    queryKey: [groups.path, 'choices'],
    queryFn: ({ signal }) => call(groups, { status: InUse.enum.enabled, pageSize: groupsMax }, signal),
    enabled: mayDo(groups),
  })
  const choices = (known.data?.rows ?? []).map((row) => ({ value: String(row.meterGroupId), label: row.meterGroupName }))
  const at = wall === '' ? undefined : instantOfWall(wall, timeZone)
  const heads = Object.fromEntries(Object.keys(GroupReadingSheetRow.shape).map((name) => [name, t(`groupReading.field.${name}`)]))
  const refresh = async () => {
    for (const key of [listManualReadings.path, 'group-sheet', 'volumes', 'readings', 'meter'])
      await client.invalidateQueries({ queryKey: [key] })
  }
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <Select
          label={t('groupReading.group')}
          data={choices}
          value={meterGroupId === null ? null : String(meterGroupId)}
          searchable
          onChange={(value) => setMeterGroupId(value === null ? null : Number(value))}
        />
        <TextInput
          type="datetime-local"
          label={t('groupReading.at')}
          value={wall}
          onChange={(event) => setWall(event.currentTarget.value)}
        />
        {meterGroupId !== null && at !== undefined && (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => download(downloadGroupSheet, { meterGroupId, at, heads }, 'group-readings.xlsx').catch(() => undefined)}
            >
              {t('groupReading.download')}
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconFileSpreadsheet size={14} aria-hidden />}
              onClick={() => setIsImporting(true)}
            >
              {t('groupReading.upload')}
            </Button>
          </Group>
        )}
      </Group>
      {meterGroupId !== null && at !== undefined && (
        <>
          <Text size="sm" c="dimmed">
            {t('groupReading.hint')}
          </Text>
          <GroupSheet key={`${meterGroupId}@${at}`} meterGroupId={meterGroupId} at={at} onSaved={refresh} />
        </>
      )}
      {isImporting && meterGroupId !== null && at !== undefined && (
        <ImportDialog
          title={t('groupReading.upload')}
          endpoints={{ importTemplate: importGroupReadingsTemplate, importData: importGroupReadings }}
          heads={heads}
          about={`${meterGroupId}@${at}`}
          onImported={refresh}
          onClose={() => setIsImporting(false)}
        />
      )}
    </Stack>
  )
}
