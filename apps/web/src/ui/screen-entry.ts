import { type ComponentType, lazy } from 'react'
import { z } from 'zod'
import { loadPart } from '#api/language.ts'
import type { ListSearch } from '#ui/table/list-search.ts'

/** How the search parameters of a shown screen are changed. */
type ChangeSearch<Search> = (change: Partial<Search>, how?: { replace?: boolean; resetScroll?: boolean }) => void

/** Properties of every screen: filters, ranges and selection from the address, and a way to change them. */
export type ScreenProps<Search = ListSearch> = {
  search: Search
  params: Record<string, string>
  onSearch: ChangeSearch<Search>
}

export type ScreenEntry = { search: z.ZodObject; component: ComponentType<ScreenProps> }

/** A screen that is loaded when first shown, and what its address may say. A damaged link falls back to the default: use `catch`. */
export const screen = <Shape extends z.ZodRawShape>(
  search: Shape,
  load: () => Promise<ComponentType<ScreenProps<z.output<z.ZodObject<Shape>>>>>,
  /** The contexts whose texts it shows; all without it. */
  texts?: readonly string[],
): ScreenEntry => ({
  search: z.object(search),
  component: lazy(async () => ({ default: (await loadPart(load, texts)) as unknown as ComponentType<ScreenProps> })),
})

/** A word in an address, such as a number of a meter, which the router reads as a number. */
export const word = z
  .union([z.string().max(64), z.number()])
  .transform(String)
  .optional()
  .catch(undefined)
