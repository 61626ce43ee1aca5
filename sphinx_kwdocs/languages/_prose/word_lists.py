"""Word lists for reading prose: what breaks a phrase, what is too general to be a term, what a file name ends in."""

from __future__ import annotations

_FUNCTION_WORDS = """
a about above across after afterwards again against ago all almost alone along already also although altogether always
am amid among amongst an and another any anybody anyhow anymore anyone anything anyway anywhere apart are aren't
around as aside at away back be became because been before beforehand behind being below beneath beside besides best
better between beyond both but by can can't cannot come could couldn't despite did didn't do does doesn't doing don't
done down due during each e.g eg either else elsewhere enough etc even ever every everybody everyone everything
everywhere except far few fewer following for former formerly from further furthermore had hadn't has hasn't have
haven't having he he's hence her here here's hereby herein hers herself him himself his how however i i'd i'll i'm
i've i.e ie if in indeed inside instead into is isn't it it'll it's its itself just last lastly later latter least
less lest let let's like likely likewise lot lots many may maybe me meanwhile might mine more moreover most mostly
much must mustn't my myself namely near nearby nearly neither never nevertheless next nine no nobody none nonetheless
nor not nothing notwithstanding now nowhere of off often oh ok okay on once one one's ones only onto or other others
otherwise ought our ours ourselves out outside over own per perhaps please plus quite rather really regarding same
several shall shan't she should shouldn't since so some somebody somehow someone something sometime sometimes
somewhere soon still such than that that'll that's the their theirs them themselves then thence there there's
thereafter thereby therefore therein these they they'd they'll they're they've thing things this those though through
throughout thus till to together too toward towards two three four five six seven eight ten twice under underneath
unless unlike until up upon us various versus very via vice vs was wasn't we we'd we'll we're we've well were weren't
what what's whatever when whenever where whereas whereby wherein wherever whether which whichever while whilst who
who's whoever whole whom whose why will with within without won't would wouldn't yes yet you you'd you'll you're
you've your yours yourself yourselves zero first second third finally firstly secondly thirdly fourth fifth half dozen
hundred thousand million ain't cause 'em e.g. i.e. etc. aka ca cf et al ibid viz example examples based today tomorrow
yesterday part parts kind kinds bit piece pieces couple bunch handful variety majority
"""

_VERBS = """
accept accepts accepted accepting achieve achieved achieves achieving act acts acting adapt adapted add adds added
adding adjust adjusted affect affected affects agree agreed agrees allow allowed allowing allows appear appeared
appears append appended apply applied applies applying ask asked asking asks assume assumed assumes assuming attempt
attempted attempts avoid avoided avoiding avoids become becomes becoming begin begins begun beginning behave behaves
belong belongs break breaks bring brings broken brought call called calling calls care cares carry catch caught caused
causes causing change changed changing check checked checking checks choose chooses choosing chose chosen click close
closed combine combined combines combining comes coming compare compared compares comparing complete completed
completes compute computed computes consider considered considering considers consist consists consisting contain
contained containing contains continue continued continues contribute contributed contributes convert converted
converting converts correspond corresponds could create created creates creating deal deals decide decided decides
decrease define defined defines defining demonstrate demonstrates denote denotes depend depended depending depends
describe described describes describing detect detected detects determine determined determines develop developed
developing differ differs disable disabled disables disabling discuss discussed displayed displays download downloaded
drop dropped drops emit emits emitted employ enable enabled enables enabling encounter encountered encourage
encouraged ended ending ends enjoy ensure ensured ensures ensuring enter entered equal equals establish evaluate
evaluated exist existed existing exists expand expanded expect expected expects explain explained explains explore
expose exposed exposes extend extended extends extending extract extracted extracts fail failed failing fails fall
falls fetch fetched figure fill filled find finding finds finish finished fit fits fix fixed fixes fixing focus
focuses follow followed follows force forced forget forgot found gain gave generate generated generates generating get
gets getting give given gives giving go goes going gone got gotten grow guarantee guaranteed guarantees guess handle
handled handles handling happen happened happening happens hear held help helped helpful helps hide holding holds hope
identify ignore ignored ignores ignoring implement implemented implementing implements imply implies improve improved
improves improving include included includes including increase increased increases indicate indicated indicates
indicating inform insert inserted inspect install installed installing installs intend intended introduce introduced
introduces invoke invoked invokes invoking involve involved involves keep keeping keeps kept kick kicks knew know
knowing known knows lead leads learn learned leave leaves leaving led left lets leverage leverages leveraging lie lies
listed live lives loaded loading loads look looked looking looks lose lost made maintain maintained maintains make
makes making manage managed manages managing mark marked match matched matches matching matter matters mean meaning
means meant measure measured meet meets mention mentioned merged minimize miss missed missing modify modified modifies
modifying move moved moves moving name named need needed needing needs notice noted obtain obtained occur occurred
occurring occurs offer offered offers omit omitted open opened opens operate operates optimized override overridden
overrides own owned owns paid paste passed passes passing pay pays perform performed performing performs permit
permits permitted pick picked placed plays pointed points prefer preferred prepare prepared present presented presents
preserve preserved preserves prevent prevented prevents print printed prints proceed produce produced produces
producing prove provide provided provides providing publish published pull pulled push pushed put puts putting raise
raised raises raising ran reach reached read reading reads realize receive received receives receiving recognize
recommend recommended reduce reduced reduces refer referred refers referring reflect regard rely relies remain
remaining remains remember remove removed removes removing rename renamed repeat repeated replace replaced replaces
replacing represent represented representing represents require required requires requiring resolve resolved respect
respects respond result resulted resulting return returned returning returns run running runs said sat satisfy save
saved saves saw say saying says see seeing seek seem seemed seems seen select selected send sending sends sent serve
served serves serving set sets setting share shared shares should show showed showing shown shows skip skipped solve
solved sorted specify specified specifies specifying spend stand stands start started starting starts stay stays stop
stopped stops stored stores submit submitted suggest suggested suggests suit supply supplied support supported
supporting supports suppose supposed take taken takes taking talk talks tell tells tend tends thank thanks think
thinking thinks thought throw throws took touch treat treated treats tried tries triggered try trying turn turned
turns understand understanding understands understood update updated updates updating upgrade use used uses using
utilize utilized validate validated vary varies verify verified visit wait waits walk walks want wanted wants warn
warned went wish wishes wonder work worked working works worry wrap wrapped wraps write writes writing written wrote
execute executed executes executing sync synced propagate propagates propagated cloned copy copied copies copying
navigate welcome enjoying hit hits attach attached clean cleaned clear cleared collect collected compile compiled
configure configured configures configuring construct constructed deployed derive derived discover distribute edit
edited extracting interact introducing iterate iterates join joined launched locate located logged measuring notify
parse parsed parses parsing reuse reused review reviewed revert rewrite searched separate separated sit sits spawn
specialize subscribe summarize transformed translate translated uninstall wrapping yields yielding tweak registered
registers built build builds evaluates reproduce reproduced demonstrated bump bumped base bases basing clarify
clarified rework reworked
"""

_QUALIFIERS = """
able absolute absolutely accordingly accurate accurately active actual actually additional additionally adequate
advanced all-in-one alternate alternative alternatively amazing ambiguous analogous annoying apparent apparently
appropriate appropriately approximate approximately arbitrarily arbitrary automatic automatically available awesome
aware bad barely basic basically beautiful big bigger biggest brand-new brief briefly broad broadly capable careful
carefully certain certainly cheap clearly clever closely closest common commonly compatible complex complicated
comprehensive concise concrete consequently considerable considerably consistent consistently constantly convenient
conveniently correct correctly corresponding correspondingly crucial current currently custom decent dedicated deep
deeply definitely deliberately desired detailed different differently difficult direct directly distinct earlier early
easier easiest easily easy effective effectively efficient efficiently elegant eligible empty entire entirely equally
equivalent especially essential essentially eventually exact exactly excellent exclusively explicit explicitly
extensive external extra extremely fair fairly familiar famous fancy fast faster fastest favorite final fine fixed
flexible formal former fortunately free frequent frequently fresh full fully fun functional fundamental general
generally generic gentle gladly good gradually great greater greatest greatly handy happy hard hardly harmful heavily
heavy helpful high higher highest highly honestly huge ideal ideally identical immediate immediately implicit
implicitly important importantly impossible impressive inappropriate incorrect incorrectly independent independently
individual individually inevitably informal inherently initial initially inner internal internally interested
interesting invalid irrelevant known large largely larger largest late lately latest legitimate light little locally
logical logically long longer longest loose low lower lowest main mainly major manual manually massive maximal maximum
meaningful mere merely mild minimal minimum minor modern modest multiple mutual naive narrow native natural naturally
neat necessarily necessary negative neutral new newer newest newly nice non normal normally notable notably numerous
obscure obvious obviously occasional occasionally old older oldest opposite optional optionally ordinary original
originally outer overall overly partial partially particular particularly perfect perfectly permanent permanently
personal plain plausible pleasant polite poor poorly popular positive possible possibly potential potentially powerful
practical practically precise precisely predictable presumably pretty previous previously primarily primary prior
private probable probably problematic proper properly public purely quick quicker quickly quiet random randomly rapid
rapidly rare rarely raw ready real realistic reasonable reasonably recent recently recursively redundant regular
regularly related relative relatively relevant reliable reliably repeatedly respective respectively responsible rich
right robust rough roughly safe safely secondary secure seldom sensible separately serious severe short shorter
shortly sharp significant significantly silent silently similar similarly simple simpler simplest simply single sized
slight slightly slow slower slowly small smaller smallest smart smooth smoothly so-called solely solid sole
sophisticated special specific specifically stable standalone standard straightforward strange strict strictly strong
strongly subsequent subsequently substantial substantially subtle successful successfully sudden suddenly sufficient
sufficiently suitable super sure surely surprising surprisingly systematically technically temporarily temporary
terrible tiny total totally traditional traditionally transparent transparently tricky trivial true truly false
typical typically ugly ultimate ultimately unable unclear underlying undesirable unexpected unfortunate unfortunately
uniform unique uniquely universal unknown unlikely unnecessary unusual upper upstream useful usual usually vague valid
valuable vast virtually visible wary whole wide widely willing wise wonderful worse worst worth wrong young brand
configurable deprecated experimental first-class last-minute well-known third-party one-time only-once long-term high-
level low-level top-level built-in up-to-date out-of-date real-world end-to-end non-trivial
"""

_GENERIC_NOUNS = """
abbreviation ability access account action activity addition advantage advice age aim alternative amount analysis
answer application area argument array article aspect assumption attempt attention attribute audience author authors
aware background bar base baz basis block body bonus book boolean bottom box branch bug bugs build byte bytes case
cases center chance change changelog changes chapter character characters choice chunk class classes code codebase
collection column combination command comment comments commit commits community company comparison compatibility
complexity component concept conclusion condition conditions config configuration confusion consequence constant
contact content contents context contribution contributions contributor contributors control convenience convention
copyright core corner count course credit credits crowd customer data date day days deal decision default defaults
definition degree demo dependencies dependency description design desktop detail details developer developers
development device dict dictionary difference direction directory disclaimer discussion distance distribution doc docs
document documentation documents double effect effort element elements email enhancement entity entry environment
error errors event exception exceptions exercise experience expert explanation extension extent eye fact factor family
faq feature features feedback field file filename files flag flow fluff folder foo footnote forks form format fraction
framework freedom friend front function functionality functions future generation getting-started goal goals group
guide guideline guidelines hand head header heading headings heart height hello hint hints history home hour hours
idea image implementation import improvement improvements index information infrastructure input inputs installation
instance instances instruction instructions int integer integers intention interest interface introduction issue
issues item items iteration job key keys keyword knowledge label language layer layout length level levels libraries
library licence license life limit limitation limitations line lines link links lists local location logo loop machine
maintainer maintainers major man management manner map master material mechanism member memory message metadata method
methods middle mind minute minutes mistake mode model module modules moment month months motivation names nature node
note notes notion number numbers object objects objective observation operation operations opinion opportunity
optimization option options order organization origin output outputs overhead overview package packages page pages
pair paper paragraph parameter parameters party patch path paths pattern people percent performance period permission
person phase phrase picture plan platform point policy position possibility power practice preference prefix
prerequisite prerequisites presence principle prior priority problem problems procedure process product production
program programmer programming programs progress project projects promise proof properties property proposal pull
purpose purposes python quality question questions quick quickstart range rate reader readers readme reality reason
reasons record reference references relation release releases report reports repo repository request requirement
requirements research resource resources response responsibility rest result results risk roadmap role room root row
rule rules sake sample scenario scene scope screen script scripts second seconds section sections self sense sentence
sequence series server service setup shape side sign site situation size software solution sort source sources space
spec specification speed sponsor sponsors spot stage standard star state statement status step steps storage story
strategy string strings structure stuff style subject subset suffix suggestion suite sum summary support surface
syntax system systems table tag target task team technique template term terms test testing tests text thread time
times tip tips title todo token tool tools top topic topics total track trade-off trick trouble tuple tutorial
tutorials type types understanding unit update usage use user users utility value values variable variables variant
variation version versions video view volume warning warnings way ways web website week weeks weight width window word
words work worker workflow workspace world wording year years bracket acknowledgements acknowledgments attribution
authorship badge badges contributing changelogs caveat caveats sec min ms mb kb gb id ids str args kwargs arg param
params bool float null none url urls uri www com org md rst txt v1 v2 x y z fixme nb ps re pr prs load log launch
store hold play place end approach switch january february march april june july august september october november
december monday tuesday wednesday thursday friday saturday sunday mr mrs dr inc ltd list register render trigger dot
child parent backwards removal donation utf-8 utf ascii merge scale search clone split transform yield deploy optimize
behavior behaviour miscellaneous trivia bumps donate sponsor-us misc pass remote
"""

_LICENCE_WORDS = """
hereby permission permissions granted redistribution redistributions warranties warranty merchantability
noninfringement infringement liability liable damages tort holder holders disclaimed contributory sublicense
sublicensed licensor licensee notwithstanding herein hereunder thereof copyrighted copyrights reserved rights
"""

# Enough to keep the commonest words of the other languages of READMEs out; none of them is an English term.
_FOREIGN_WORDS = """
der das und ist nicht ein eine einen einem einer eines mit von zu auf für dem den des sich auch wird werden wurde sind
kann können durch über oder wenn aus nach bei wie nur noch zum zur als dass diese dieser dieses les une est dans pour
qui que pas avec sur plus sont cette ces aux par vous nous leur mais où être fait il elle du le la el los las una del
por para con como más este esta está son pero sus ser fue hay o os um uma não com dos das em na nos ao é il di che non
della nel per gli sono è anche questo questa
"""

_DIRECTIVE_WORDS = """
caution danger important attention seealso admonition versionadded versionchanged todo wip tbd nota
"""

BREAKERS = frozenset(
    f"{_FUNCTION_WORDS}{_VERBS}{_QUALIFIERS}{_LICENCE_WORDS}{_FOREIGN_WORDS}{_DIRECTIVE_WORDS}".split()
)
"""Words that no term contains."""

GENERIC = frozenset(_GENERIC_NOUNS.split())
"""Words that may be a part of a term but are none by themselves."""

_LITERALS_TEXT = """
true false none null nil undefined nan inf yes no on off int str float bool bytes list dict tuple set object self cls
this args kwargs type void char foo bar baz and or not is in if else elif for while def class return import from with
as del try except finally raise pass lambda yield async await global print len todo string utf-8 utf8 ascii http https
localhost key value name true/false example
"""
LITERALS = frozenset(_LITERALS_TEXT.split())
"""Code that names nothing a reader would look up, in lower case."""

_COMMANDS_TEXT = """
apt apt-get bash brew bundle cargo cd cmake conda composer curl docker docker-compose flask gcc gem git go
gradle helm hg java kubectl make meson mvn mypy ninja node nox npm npx nvidia-smi pdm pip pip3 pipenv pipx
pnpm poetry pre-commit pyenv pytest python python3 rake ruby ruff rustup sh spack sphinx-build sudo svn
systemctl terraform tox twine uv uvx wget yarn
"""
COMMANDS = frozenset(_COMMANDS_TEXT.split())
"""Programs whose command lines are worth an entry."""

_FILE_SUFFIXES_TEXT = """
asm bash bat bazel bib bzl c cc cfg cjs clj cmake cmd conf cpp cs css csv cu cuh cxx dart diff dll dockerfile
dylib el erl ex exe f90 fish gemspec go gradle graphql h hh hpp hs htm html hxx ini ipynb jar java jl js json
jsonl jsx kt less lock log lua m4 mak md mdx mjs mk ml mm nix pem php pl pm po pot proto ps1 pt pth pxd py pyc
pyi pyx r rb rs rst sass scala scss sh so sql svelte svg swift tcl tex tf toml ts tsv tsx txt vim vue whl xml
yaml yml zig zip
"""
FILE_SUFFIXES = frozenset(_FILE_SUFFIXES_TEXT.split())
"""What follows the last dot of a file's name in running text."""

DOMAIN_SUFFIXES = frozenset(
    {"com", "org", "net", "io", "dev", "edu", "gov", "info", "co", "uk", "de", "fr", "app", "ai", "me", "us", "eu"}
)
"""What follows the last dot of a host's name."""
