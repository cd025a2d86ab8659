import { type DefaultMenu, defaultMenus } from '@nightflow/schemas/default-menus'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import type { AnyResource } from '@nightflow/schemas/shared/resource'
import type { z } from 'zod'
import { exampleOf } from './data/example-of-schema.ts'

const all: readonly AnyResource[] = Object.values(resources)

/** Tables without a tenant that the platform alone writes, and tables whose platform rows every tenant reads. */
export const commonTables = all.filter(({ scope }) => scope === 'common').map(({ table }) => table)
export const sharedTables = all.filter(({ scope }) => scope === 'shared').map(({ table }) => table)

/** Resources whose form is their declaration's; calls of the others have rules of their own. */
const withDeclaredForm = Object.entries(resources).flatMap(([key, resource]: [string, AnyResource]) => {
  const { create }: { id: string; create?: Endpoint } = resourceCalls[key as keyof typeof resourceCalls]
  return create?.request === resource.form ? [resource] : []
})

/** A value for each field of every declared form, and an identifier of each resource. A text without a format is `word`. */
export const formsOfResources = (word: string): Record<string, unknown> =>
  Object.fromEntries(
    withDeclaredForm.flatMap((resource) => [
      [resource.id, 1],
      ...Object.entries(resource.form.shape).map(([field, schema]) => [field, fillingOf(schema as z.ZodType, word)]),
    ]),
  )

/** Numbers of devices have a length: their pattern takes no word. */
const digits = Array.from({ length: 20 }, (_, index) => '1'.repeat(index + 1))

const fillingOf = (schema: z.ZodType, word: string): unknown =>
  [word, ...digits].find((text) => schema.safeParse(text).success) ?? exampleOf(schema)

/** Fields whose value no two rows share. */
export const uniqueFields = all.flatMap(({ fields }) => Object.keys(fields).filter((field) => fields[field]?.isUnique))

/** The address of a page of the menu. A directory may be in another one. */
export const addressInMenu = ({ parent, path }: Pick<DefaultMenu, 'parent' | 'path'>): string =>
  parent === null ? `/${path}` : `${addressInMenu(defaultMenus.find(({ key }) => key === parent)!)}/${path}`

/** Pages of resources in the menu: who sees them, and their address. */
export const pagesOfResources = all.flatMap(({ name, texts, verbs, menu }) =>
  menu
    ? [
        {
          name,
          texts,
          isEdited: verbs.includes('add'),
          role: menu.audience === 'platform' ? ('operator' as const) : ('admin' as const),
          path: addressInMenu({ parent: menu.directory, path: menu.path }),
        },
      ]
    : [],
)
