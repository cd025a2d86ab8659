import { Button, Group } from '@mantine/core'
import { IconBook } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { CommandForm } from '#ui/form/command-form.tsx'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { FirstPasswordDialog } from '#ui/form/first-password-dialog.tsx'
import { ImageUpload } from '#ui/form/image-upload.tsx'
import { Page } from '#ui/page.tsx'
import { ImportProblems } from '#ui/resource/import-problems.tsx'
import { TreeView } from '#ui/resource/tree-view.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { type Meaning, StatusBadge } from '#ui/status-badge.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { type ListSearch, pageOf } from '#ui/table/list-search.ts'
import { Pager } from '#ui/table/pager.tsx'
import { NotFoundScreen } from '../screens/fallback-screens.tsx'

const meanings: Meaning[] = ['good', 'warning', 'alarm', 'unknown', 'waiting', 'off']
const rows = Array.from({ length: 137 }, (_, index) => ({ number: index + 1, meaning: meanings[index % meanings.length]! }))
const tree = [
  {
    id: 1,
    label: 'A',
    children: [
      { id: 2, label: 'A.1', children: [{ id: 3, label: 'A.1.1' }] },
      { id: 4, label: 'A.2' },
    ],
  },
  { id: 5, label: 'B' },
]
const schema = z.object({
  text: z.string().trim().min(2).max(20),
  number: z.number().int().min(1).max(100),
  choice: z.enum(['one', 'two']),
  switch: z.boolean().default(true),
  day: z.iso.date().optional(),
  secret: z.string().min(6).max(16),
  colour: z.string().optional(),
  lines: z.string().max(200).default(''),
  place: z.int().nullable().default(null),
  places: z.array(z.int()).default([]),
})

/** Every part that screens are made of, on one page: to look at, and for the tests of what hinders people. Of no use to others. */
export function PartsScreen(props: ScreenProps) {
  return import.meta.env.DEV || props.search.parts !== undefined ? <Parts {...props} /> : <NotFoundScreen />
}

function Parts({ search, onSearch }: ScreenProps) {
  const { t } = useTranslation('development')
  const { page, size } = pageOf(search as ListSearch)
  const [chosen, setChosen] = useState<number>()
  const [checked, setChecked] = useState<number[]>([2])
  const [open, setOpen] = useState<'confirm' | 'password' | null>(null)
  const field = (name: string) => ({ name, label: t(`field.${name}`) })
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      <Part title={t('badges')}>
        <Group>
          {meanings.map((meaning) => (
            <StatusBadge key={meaning} meaning={meaning} label={t(`meaning.${meaning}`)} />
          ))}
        </Group>
      </Part>
      <DataTable
        label={t('table')}
        fileName="parts"
        columns={[
          { id: 'number', label: t('field.number'), numeric: true, value: (row) => row.number },
          {
            id: 'meaning',
            label: t('badges'),
            value: (row) => row.meaning,
            cell: ({ meaning }) => <StatusBadge meaning={meaning} label={t(`meaning.${meaning}`)} />,
          },
        ]}
        rows={rows.slice((page - 1) * size, page * size)}
        rowId={(row) => String(row.number)}
        state={{}}
        onState={() => undefined}
        sortable={false}
        heightMax={300}
        empty={null}
        foot={<Pager total={rows.length} page={page} size={size} onChange={(next) => onSearch(next, { resetScroll: false })} />}
      />
      <Part title={t('form')}>
        <CommandForm
          schema={schema}
          fields={[
            { ...field('text'), isHalf: true },
            { ...field('number'), isHalf: true, unit: 'm³' },
            { ...field('choice'), isHalf: true, optionLabels: { one: t('choice.one'), two: t('choice.two') } },
            { ...field('day'), isHalf: true },
            { ...field('secret'), isHalf: true, isSecret: true },
            { ...field('colour'), isHalf: true, isColour: true },
            { ...field('place'), isHalf: true, tree },
            { ...field('places'), isHalf: true, tree },
            { ...field('lines'), lines: 3 },
            field('switch'),
          ]}
          initial={{ switch: true, colour: '#1890ff' }}
          submitLabel={t('form')}
          doneText={null}
          onSubmit={() => new Promise((resolve) => setTimeout(resolve, 800))}
        />
      </Part>
      <Part title={t('tree')}>
        <Group align="flex-start" grow>
          <TreeView label={t('field.place')} nodes={tree} chosen={chosen} onChoose={setChosen} />
          <TreeView label={t('field.places')} nodes={tree} checked={checked} onCheck={setChecked} />
        </Group>
      </Part>
      <Part title={t('dialogs')}>
        <Group>
          <Button variant="default" onClick={() => setOpen('confirm')}>
            {t('confirm')}
          </Button>
          <Button variant="default" onClick={() => setOpen('password')}>
            {t('password')}
          </Button>
        </Group>
      </Part>
      <Part title={t('files')}>
        <ImageUpload label={t('picture')} current="" onUpload={() => new Promise((resolve) => setTimeout(resolve, 500))} />
        <ImportProblems
          problems={[{ row: 3, column: 'text', cell: 'A3', value: 'x', message: t('problem') }]}
          heads={{ text: t('field.text') }}
        />
      </Part>
      <Part title={t('states')}>
        <EmptyState icon={IconBook} title={t('empty')} text={t('subtitle')} />
        <ErrorState error={new Error(t('problem'))} compact />
      </Part>
      <ConfirmDialog
        opened={open === 'confirm'}
        danger
        title={t('confirm')}
        text={t('subtitle')}
        confirmLabel={t('confirm')}
        doneText={null}
        onConfirm={() => new Promise((resolve) => setTimeout(resolve, 500))}
        onClose={() => setOpen(null)}
      />
      {open === 'password' && <FirstPasswordDialog userName="parts" password="Riverbank-7" onClose={() => setOpen(null)} />}
    </Page>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="nf-panel" style={{ padding: 12 }} aria-label={title}>
      <h2 className="nf-panel-title">{title}</h2>
      {children}
    </section>
  )
}
