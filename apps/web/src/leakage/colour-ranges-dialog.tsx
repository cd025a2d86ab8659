import { setColourRanges } from '@nightflow/schemas/leakage/colour-ranges'
import { type ColourRanges, defaultColourRanges } from '@nightflow/schemas/shared/colour-ranges'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { colourRangesQuery } from '#leakage/leakage-queries.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'

/** The ranges of the map for all people of the utility; the last one ends at 100 %. */
export function ColourRangesDialog({ ranges, onClose }: { ranges: ColourRanges; onClose: () => void }) {
  const { t } = useTranslation('leakage')
  const shared = useTranslation('shared').t
  const client = useQueryClient()
  return (
    <FormDialog title={t('colourRanges.title')} onClose={onClose} size={520}>
      <CommandForm
        schema={setColourRanges.request}
        fields={[
          {
            name: 'ranges',
            label: t('colourRanges.ranges'),
            description: t('colourRanges.hint'),
            columns: [
              { name: 'to', label: t('colourRanges.to'), unit: '%' },
              { name: 'colour', label: t('colourRanges.colour'), isColour: true },
            ],
            nextRow: (rows) => ({ to: null, colour: defaultColourRanges[rows.length % defaultColourRanges.length]!.colour }),
          },
        ]}
        initial={{ ranges }}
        submitLabel={t('form.save')}
        onCancel={onClose}
        doneText={shared('done.saved')}
        onSubmit={async (request) => {
          await call(setColourRanges, request)
          await client.invalidateQueries({ queryKey: colourRangesQuery.queryKey })
          onClose()
        }}
      />
    </FormDialog>
  )
}
