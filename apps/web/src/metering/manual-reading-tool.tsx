import { Button, Text } from '@mantine/core'
import { findPreviousReading, listManualReadings, sendReadingPhoto, takeManualReading } from '@nightflow/schemas/metering/manual-reading'
import { importReadings, importReadingsTemplate, ReadingSheetRow } from '@nightflow/schemas/metering/reading-import'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, uploadFile } from '#api/call.ts'
import { GroupReadingTool } from '#metering/group-reading-tool.tsx'
import { useMay, useSession } from '#session/session-query.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { ImageUpload } from '#ui/form/image-upload.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { wallTextOf } from '#ui/local-days.ts'
import { ImportTool } from '#ui/resource/import-tool.tsx'
import { shrinkPhoto } from '#ui/shrink-photo.ts'
import { newTimedId } from '#ui/timed-id.ts'
import { useFormat } from '#ui/use-format.ts'

const litresPerCubicMetre = 1000

/** The form of a manual reading: what the register showed before is beside what is typed. */
export function ManualReadingTool() {
  const { t } = useTranslation('metering')
  const { timeZone } = useSession()
  const client = useQueryClient()
  const may = useMay('metering:manualReading:take')
  const [readingId, setReadingId] = useState<string>()
  const [number, setNumber] = useState('')
  const [photoId, setPhotoId] = useState<string>()
  const close = () => setReadingId(undefined)
  const heads = Object.fromEntries(Object.keys(ReadingSheetRow.shape).map((name) => [name, t(`readingSheet.field.${name}`)]))
  if (!may) return null
  const open = () => {
    setNumber('')
    setPhotoId(undefined)
    setReadingId(newTimedId())
  }
  return (
    <>
      <ImportTool
        title={t('manualReading.title')}
        endpoints={{ importTemplate: importReadingsTemplate, importData: importReadings }}
        heads={heads}
        listPath={listManualReadings.path}
      />
      <GroupReadingTool />
      <Button size="xs" onClick={open}>
        {t('manualReading.take')}
      </Button>
      {readingId !== undefined && (
        <FormDialog onClose={close} title={t('manualReading.take')} size={480}>
          <CommandForm
            schema={takeManualReading.request}
            fixed={{ readingId, ...(photoId !== undefined && { photoId }) }}
            initial={{ at: wallTextOf(Date.now(), timeZone), isConfirmed: false }}
            fields={[
              { name: 'number', label: t('manualReading.field.meterNo') },
              { name: 'at', label: t('manualReading.field.readAt'), timeZone },
              { name: 'litres', label: t('manualReading.field.litres'), unit: 'm³', factor: litresPerCubicMetre },
              { name: 'note', label: t('manualReading.field.note') },
              { name: 'isConfirmed', label: t('manualReading.field.isConfirmed') },
            ]}
            submitLabel={t('manualReading.confirm')}
            onCancel={close}
            doneText={t('manualReading.done')}
            onTyped={(typed) => setNumber(String(typed.number ?? ''))}
            onSubmit={async (command) => {
              await call(takeManualReading, command)
              for (const key of [listManualReadings.path, 'volumes', 'readings', 'meter'])
                await client.invalidateQueries({ queryKey: [key] })
              close()
            }}
          >
            <Previous number={number} />
            <ImageUpload
              label={t('manualReading.field.photoUrl')}
              current=""
              onUpload={async (file) => {
                // The first photo of a reading counts: another photo makes it another reading.
                const photographed = photoId === undefined ? readingId : newTimedId()
                await uploadFile(sendReadingPhoto, { readingId: photographed }, await shrinkPhoto(file))
                setReadingId(photographed)
                setPhotoId(photographed)
              }}
            />
          </CommandForm>
        </FormDialog>
      )}
    </>
  )
}

/** The last register of the meter and its present one, from the meter's own history. */
function Previous({ number }: { number: string }) {
  const { t } = useTranslation('metering')
  const { timeZone } = useSession()
  const format = useFormat()
  const isNumber = findPreviousReading.request.shape.number.safeParse(number).success
  const previous = useQuery({
    queryKey: ['previousReading', number],
    queryFn: ({ signal }) => call(findPreviousReading, { number }, signal),
    enabled: isNumber,
    retry: false,
    throwOnError: false,
  })
  if (!previous.data) return null
  const { previousLitres, previousAt, expectedLitres } = previous.data
  if (previousLitres === null) return <Text size="sm">{t('manualReading.noPrevious')}</Text>
  const figures = {
    previous: format.number(previousLitres / litresPerCubicMetre, 3),
    at: format.instant(previousAt, timeZone),
    expected: expectedLitres === null ? '–' : format.number(expectedLitres / litresPerCubicMetre, 3),
  }
  return <Text size="sm">{t('manualReading.previous', figures)}</Text>
}
