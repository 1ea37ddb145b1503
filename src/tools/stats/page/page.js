/* The statistics: tables to sort, and the language of the names of openings. */

import {byId} from './elements.js'
import {makeTablesSortable} from './sorting.js'

makeTablesSortable()

const language = byId('language')
const showNames = () => {
  document.documentElement.dataset.names = language.value
}
language.onchange = showNames
showNames()
