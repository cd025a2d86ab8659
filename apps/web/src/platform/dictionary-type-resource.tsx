import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { Link } from '@tanstack/react-router'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { RefreshDictionaries } from './refresh-tool.tsx'

/** Dictionaries: what the values of choices are called. */
export const Screen = screenOf(
  resourceOf(resources.dictionaryTypes, resourceCalls.dictionaryTypes, {
    cell: {
      dictType: (row) => (
        <Link to={`/dict/type/data/${row.dictId}` as string} className="nf-link nf-mono">
          {row.dictType}
        </Link>
      ),
    },
    Tools: RefreshDictionaries,
  }),
)
