import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { AnyRow } from '@nightflow/schemas/shared/resource'
import type { ComponentType } from 'react'
import type { ListCalls, ResourceCalls, TreeCalls } from '#ui/resource/resource.ts'
import { type Declared, resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { treeScreenOf } from '#ui/resource/tree-resource.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'

const isTree = (calls: ResourceCalls<AnyRow>): calls is TreeCalls<AnyRow> => 'treeselect' in calls
const isList = (calls: ResourceCalls<AnyRow>): calls is ListCalls<AnyRow> => calls.list.envelope === 'rows'

/** The screen of a resource that has no override: a tree, or a list page by page. */
export const derivedScreen = (name: keyof typeof resources): ComponentType<ScreenProps> => {
  const declared: Declared<AnyRow> = resources[name]
  const calls: ResourceCalls<AnyRow> = resourceCalls[name]
  if (isTree(calls)) return treeScreenOf(declared, calls)
  if (isList(calls)) return screenOf(resourceOf(declared, calls))
  throw new Error(`${name} is neither a list nor a tree: its screen needs an override`)
}
