Object.assign(window.htmx.config,{allowEval:!1,allowScriptTags:!1,includeIndicatorStyles:!1,selfRequestsOnly:!0,historyCacheSize:0,refreshOnHistoryMiss:!0,scrollIntoViewOnBoost:!1,
defaultSettleDelay:0,attributesToSettle:["class","width","height"],defaultSwapStyle:"outerHTML",timeout:3e4,responseHandling:[{code:"204",swap:!1},{code:"[23]..",
swap:!0},{code:"422",swap:!0,error:!1},{code:"...",swap:!1,error:!0}]});window.htmx.defineExtension("whole",{handleSwap(e,t,n,o){if(e!=="whole")return!1;let r=[
...n.children];return t.replaceWith(...r),o.elts=[...o.elts.filter(a=>a!==t),...r],o.tasks.push(()=>{for(let a of r)window.htmx.process(a)}),!0}});var Ve=document.body.dataset,Qr=document.documentElement.lang,ji=e=>{try{return new Intl.DateTimeFormat(Qr,{timeZone:e}),e}catch{return}},Ji=ji(Ve.zone||void 0),
se=(e,t=Qr)=>new Intl.DateTimeFormat(t,{timeZone:Ji,...e}),Xi=se({hour:"numeric",minute:"2-digit"},navigator.language),_i=se({weekday:"long"}),Gi=se({weekday:"s\
hort"}),Yi=se({month:"long"}),Gr=se({month:"short"}),Zi=se({day:"numeric"},"en"),Qi=se({year:"numeric"},"en"),ea=e=>Zi.format(e),Le=e=>Qi.format(e),Yr=e=>Xi.format(
e);function Ue(e){let t=`${_i.format(e)} ${ea(e)} ${Yi.format(e)}`;return Le(e)===Le(new Date)?t:`${t} ${Le(e)}`}function ec(e){let t=(Date.now()-e)/1e3;return t<
60?Ve.tNow:t<3600?Ve.tMinutes.replace("%",Math.floor(t/60)):t<86400?Ve.tHours.replace("%",Math.floor(t/3600)):t<6*86400?Gi.format(e):Le(e)===Le(new Date)?`${ea(
e)} ${Gr.format(e)}`:`${Gr.format(e)} ${Le(e)}`}function w(e=document){for(let t of e.querySelectorAll("time[data-f]")){let n=new Date(t.dateTime),o=Ve.tExact.replace(
"%d",Ue(n)).replace("%t",Yr(n)),r={hour:Yr(n),exact:o}[t.dataset.f]??ec(n);t.textContent!==r&&(t.textContent=r),t.title!==o&&(t.title=o)}}var Zr=Intl.DateTimeFormat().
resolvedOptions().timeZone;Zr&&(document.cookie=`svcx_zone=${Zr}; path=/app; max-age=31536000; samesite=lax`);setInterval(w,3e4);function $n(e,t){let n=e.querySelector(".prev");if(n.dataset.plain??=n.textContent,t(n.dataset),n.dataset.found!==void 0)return;let{mention:o,draft:r,plain:a}=n.
dataset,s=o||r||a;n.textContent!==s&&(n.textContent=s)}var ta=()=>document.querySelector('#list[data-view="mentions"]');function na(e,t,n){let o=(e.dataset.mentionLines??
"").split(`
`).find(r=>r.startsWith(`${t} `))?.slice(t.length+1);$n(e,r=>{r.mention=o??(ta()&&n?.querySelector(".prev").dataset.mention)??"",r.draft=n?.querySelector(".prev").
dataset.draft??""})}function Tn(e){ta()||$n(e,t=>{t.mention=""})}function oa(e,t){$n(e,n=>{n.draft=t===void 0?n.draft??"":t.trim().slice(0,200).replace(/\s+/g,"\
 ")})}function ra(e,t){let n=t.querySelector(".prev[data-found]");n&&(e.href=t.href,e.querySelector(".prev").replaceWith(n))}var aa=document.body.dataset,We=`svcx:unsent:${aa.base}:${aa.me}:`,At=new Map;function L(e,t){try{return JSON.parse(localStorage.getItem(`${We}${e}:${t}`))}catch{
return At.get(`${We}${e}:${t}`)??null}}function X(e,t,n){let o=`${We}${e}:${t}`;try{n?localStorage.setItem(o,JSON.stringify(n)):localStorage.removeItem(o)}catch{
n?At.set(o,n):At.delete(o)}}function Nn(e){if(!e?.startsWith(We))return;let[t,n]=e.slice(We.length).split(":");return{id:t,kind:n}}function Bt(){let e=[...At.keys()];
try{e=Object.keys(localStorage)}catch{}return e.map(Nn).filter(Boolean)}var U=document.body.dataset,_=(e,t)=>`svcx:draft:${U.base}:${U.me}:${e}:${t}`,Mn=["reply","note"],Fn=new Map;function K(e,t){let n=_(e,t);try{return JSON.parse(
localStorage.getItem(n))}catch{return Fn.get(n)??null}}function V(e,t,n){let o=_(e,t);try{n?localStorage.setItem(o,JSON.stringify(n)):localStorage.removeItem(o)}catch{
Fn.set(o,n)}D(e)}var Rn=(e,t)=>e.text===t.text&&e.format===t.format,ie=()=>document.getElementById("open")?.dataset.conversationId??"",tc=(e,t)=>e===ie()?document.
querySelector(`form[data-write="${t}"]`):null,sa=e=>({text:e.elements.content.value,format:e.elements.format.value});function W(e){let t=ie(),n=e.dataset.write,
o=K(t,n),r=sa(e);r.text.trim()||(r.text=""),!(!o&&!r.text)&&(V(t,n,{...r,on:o?.on??Number(e.dataset.on),at:Date.now(),saved:!1}),Tt(""),Ie(t,n,2e3))}var ia=`svc\
x:sent:${U.base}:${U.me}`,ca=performance.timeOrigin;document.addEventListener("htmx:beforeRequest",e=>{e.detail.target?.id==="open"&&(ca=Date.now())});function nc(e,t){
try{let n=JSON.parse(localStorage.getItem(ia));return n?.what===`${e}:${t}`&&n.at>ca}catch{return!1}}function $t(e,t){try{localStorage.setItem(ia,JSON.stringify(
{what:`${e}:${t}`,at:Date.now()}))}catch{}clearTimeout(ce.get(_(e,t))),ce.delete(_(e,t)),V(e,t,null),Tt("")}function Tt(e){let t=document.querySelector("[data-d\
raft-state]");t&&(t.textContent=e)}var ce=new Map,On=new Set;function Ie(e,t,n){let o=_(e,t);clearTimeout(ce.get(o)),ce.set(o,setTimeout(la,n,e,t))}async function da(e,t,n,o){
let r=new URLSearchParams({kind:t,content:n.text,format:n.format,on:n.on}),a=await fetch(`${U.base}/inbox/${e}/draft`,{method:"POST",body:r,headers:{"HX-Request":"\
true"},keepalive:o}),s=document.createElement("template");a.ok&&(s.innerHTML=await a.text());let{text:i,format:c,on:d,other:u}=s.content.firstElementChild?.dataset??
{};return{status:a.status,other:u!==void 0,draft:{text:i,format:c,on:Number(d)}}}async function la(e,t,n=!1){let o=_(e,t);clearTimeout(ce.get(o)),ce.delete(o);let r=K(
e,t);if(!(!r||r.saved)){if(On.has(o)&&!n){Ie(e,t,1e3);return}On.add(o);try{let a=await da(e,t,r,n);if(a.status===200)oc(e,t,r,a);else if(a.status===429||a.status>=
500)throw new Error(a.status)}catch{e===ie()&&Tt(document.getElementById("composer")?.dataset.tKept??""),Ie(e,t,5e3)}finally{On.delete(o)}}}function oc(e,t,n,o){
ze.delete(e);let r=K(e,t);if(!r){o.draft.on&&!o.other&&da(e,t,{text:"",format:"",on:o.draft.on}).catch(()=>{});return}if(o.other){V(e,t,{...r,on:o.draft.on});let a=tc(
e,t);a&&Pn(a,o.draft,"aside"),Ie(e,t,0);return}if(!Rn(r,n)){V(e,t,{...r,on:o.draft.on}),ce.has(_(e,t))||Ie(e,t,2e3);return}V(e,t,r.text?{...r,on:o.draft.on,saved:!0}:
null),r.text&&e===ie()&&Tt(document.getElementById("composer")?.dataset.tSaved??"")}function Hn(e){let t=`svcx:draft:${U.base}:${U.me}:`,n=[...Fn.keys()];try{n=
Object.keys(localStorage)}catch{}for(let o of n.filter(r=>r.startsWith(t))){let[r,a]=o.slice(t.length).split(":");Mn.includes(a)&&la(r,a,e)}}addEventListener("p\
agehide",()=>Hn(!0));document.addEventListener("visibilitychange",()=>{document.visibilityState==="hidden"&&Hn(!0)});addEventListener("online",()=>Hn(!1));function ua(e){
if(e){Kn.delete(e),ze.delete(e);for(let t of document.querySelectorAll("form[data-write]"))ac(e,t.dataset.write,t);D(e)}}var rc=250;function ac(e,t,n){let o={text:n.
elements.content.defaultValue,format:n.elements.format.defaultValue,on:Number(n.dataset.on)},r=n.elements.content.value;r&&r!==o.text&&r!==K(e,t)?.text&&V(e,t,{
...o,text:r,at:Date.now(),saved:!1});let a=K(e,t);!a&&o.on&&nc(e,t)&&Object.assign(o,{text:"",on:0});let s=Number(document.getElementById("composer").dataset.now),
i=a&&o.on<a.on&&(o.on!==0||s<a.on+rc);if(!a||a.saved&&!i){a&&o.on&&!Rn(a,o)&&Pn(n,a,"newer"),V(e,t,o.on?{...o,at:o.on,saved:!0}:null),Dt(n,o);return}if(Rn(a,o)&&
o.on)V(e,t,{...a,on:o.on,saved:!0});else if(!i&&o.on&&o.on!==a.on){let c=a.at>o.on;V(e,t,{...c?a:o,on:o.on,at:Date.now(),saved:!c}),Pn(n,c?o:a,c?"aside":"newer")}
Dt(n,K(e,t)),K(e,t).saved||Ie(e,t,0)}function Dt(e,t){let n=e.elements.content.value!==t.text||e.elements.format.value!==t.format;e.elements.content.value=t.text,
e.elements.format.value=t.format,n&&e.dispatchEvent(new CustomEvent("svcx:restored",{bubbles:!0}))}function Pn(e,t,n){let o=e.querySelector(".draft-note");if(o.
replaceChildren(),!t.text.trim())return;let r=document.createElement("button");r.className="link",r.type="button",r.textContent=o.dataset.swap,r.addEventListener(
"click",()=>{let a=sa(e);Dt(e,t),W(e),t=a,e.elements.content.focus()}),o.append(o.dataset[n]," ",r)}addEventListener("storage",e=>{for(let t of document.querySelectorAll(
"form[data-write]")){if(e.key!==_(ie(),t.dataset.write))continue;let n=K(ie(),t.dataset.write);!(!n&&e.oldValue&&JSON.parse(e.oldValue).text===t.elements.content.
value)&&document.hasFocus()&&t.contains(document.activeElement)||Dt(t,n??{text:"",format:""})}});var Kn=new Set,ze=new Set;function D(e){let t=document.querySelector(
`.conv[data-conversation-id="${e}"]`);if(!t)return;t.marked=!0;let n=Mn.map(i=>K(e,i)).filter(i=>i?.text.trim()),o=Mn.some(i=>L(e,i)),r=t.querySelector(".draft");
r.hidden=!(o||Kn.has(e)||n.some(i=>!i.saved||!ze.has(e)));let a=n.filter(i=>!i.saved||!ze.has(e)).sort((i,c)=>c.at-i.at)[0];(!r.hidden||t.querySelector(".prev").
dataset.draft)&&oa(t,r.hidden?"":a?.text);let s=o?U.tUnsent:U.tDraft;r.textContent!==s&&(r.textContent=s)}function je(){for(let e of document.querySelectorAll("\
.conv")){let t=e.dataset.conversationId;if(!e.marked&&t!==ie()){let n=e.querySelector(".draft[data-saved]");Kn[n?"add":"delete"](t),ze[n?"delete":"add"](t)}D(t)}}
je();var Nt=()=>document.getElementById("open"),G,Vn=!1,Ce=[],Un=!1,Je=()=>!!G,fa=()=>Ce.length>0,Ot=0;function ma(){return Date.now()-Ot>1e3?!1:(Ot=Date.now(),!0)}var sc=1e3;
function Mt(e){Ce.length<sc&&Ce.push(e)}var ic=1e4,Wn=0,Rt=()=>Date.now()-Wn<ic;function zn(){Wn=Date.now()}function jn(){Wn=0}addEventListener("pageshow",jn);function Pt(){
Ce=[]}document.addEventListener("htmx:beforeRequest",e=>{if(e.detail.target?.id!=="open")return;let{xhr:t}=e.detail;Un||Pt(),G=t,Vn=!1,Ot=0,requestAnimationFrame(
()=>setTimeout(()=>{G===t&&(Nt().inert=!0,Nt().ariaBusy="true")})),t.addEventListener("loadend",()=>{G===t&&Vn?cc():setTimeout(()=>{G===t&&dc()})})});function pa(){
Vn=!0}function cc(){G=void 0,Un=!0;try{for(;Ce.length&&!G;)Ce.shift()()}finally{Un=!1}}function dc(){G=void 0,Ot=Date.now(),Pt(),Nt().inert=!1,Nt().ariaBusy=null,
document.activeElement?.matches(".conv")&&document.querySelector(".conv[aria-current]")?.focus()}var ga=document.body.dataset,Xn="open",ya=[],S=()=>Xn==="lost"||Xn==="silent";function Ht(e){ya.push(e)}function va(e){let t=S();if(Xn=e,e==="open"&&_n&&document.
getElementById("say").textContent===_n&&m(""),e==="open"||S()!==t)for(let n of ya)n(S())}async function Gn(){try{return(await fetch(`${ga.base}/stream`,{method:"\
HEAD",cache:"no-store",signal:AbortSignal.timeout(4e3)})).status}catch{return 0}}async function Xe(){let e=await Gn();return e>0&&e<500}var _n;function de(e){_n=
e,m(e)}var _e=()=>de(ga.tStays);function Yn(){jn(),_e()}async function M(e){!S()||await Xe()?location.assign(e):Yn()}var wa=e=>e.origin===location.origin&&e.pathname===
location.pathname&&e.search===location.search;addEventListener("click",e=>{let t=e.target.closest?.("a[href]");!S()||!t||e.defaultPrevented||e.button||e.ctrlKey||
e.metaKey||e.shiftKey||e.altKey||t.origin!==location.origin||t.target&&t.target!=="_self"||t.hasAttribute("download")||t.hash&&wa(t)||(e.preventDefault(),M(t.href))});
var Jn;addEventListener("submit",async e=>{let{target:t,submitter:n}=e;if(!(!S()||e.defaultPrevented||Jn===t||t.getAttribute("method")==="dialog")){if(e.preventDefault(),
!await Xe()){Yn();return}Jn=t,t.requestSubmit(n?.isConnected?n:void 0),Jn=void 0}});var Ft=location.href;for(let e of["htmx:pushedIntoHistory","htmx:replacedInH\
istory"])document.addEventListener(e,()=>{Ft=location.href});addEventListener("hashchange",()=>{Ft=location.href});addEventListener("popstate",e=>{if(!S()||wa(new URL(
Ft)))return;e.stopImmediatePropagation();let t=location.href;history.pushState({htmx:!0},"",Ft),M(t)},!0);var ha;window.navigation?.addEventListener("navigate",
async e=>{let{navigationType:t,destination:n}=e;if(!(!S()||!e.cancelable||ha||t!=="reload"&&!(t==="traverse"&&!n.sameDocument))){if(e.preventDefault(),!await Xe()){
Yn();return}ha=!0,t==="reload"?location.reload():window.navigation.traverseTo(n.key)}});var lc=document.body.dataset;async function Zn(e){try{await navigator.clipboard.writeText(e)}catch{let t=document.createElement("textarea"),n=document.activeElement;
t.value=e,t.className="sr",document.body.append(t),t.select(),document.execCommand("copy"),t.remove(),n?.focus()}}function m(e){let t=document.getElementById("s\
ay");t.className="say-1",t.setAttribute("role","status"),t.replaceChildren(),t.getBoundingClientRect(),t.textContent=e}document.addEventListener("click",async e=>{
let t=e.target.closest?.("a[data-copy], a[data-versions]");if(!t||e.ctrlKey||e.metaKey||e.shiftKey)return;if(e.preventDefault(),t.dataset.copy!==void 0){await Zn(
t.href),m(lc.tCopied);return}let n=t.closest("article"),o=n.querySelector(".versions");if(o){o.remove();return}try{let r=await fetch(t.href,{headers:{"HX-Reques\
t":"true"}});if(!r.ok)throw new Error(r.status);let s=new DOMParser().parseFromString(await r.text(),"text/html").querySelector(`#${n.id} .versions`);if(n.querySelector(
".versions"))return;w(s),t.closest(".meta").after(s)}catch{M(t.href)}});var uc=document.body.dataset,z;function ba(){!z||z.form.isConnected&&z.form.elements.content.value===z.text||(z.button.isConnected&&m(""),z=void 0)}function Kt(e,t,n){
m(t);let o=document.createElement("button");o.type="button",o.className="btn sm",o.dataset.undo="",o.textContent=uc.tUndo,o.addEventListener("click",()=>{ba(),z?.
button===o&&(z=void 0,m(""),n())}),document.getElementById("say").append(" ",o),z={form:e,button:o,text:e.elements.content.value}}for(let e of["input","svcx:res\
tored","htmx:afterSwap","htmx:oobAfterSwap"])document.addEventListener(e,ba);var fc=e=>e.matches("select")?!e.options[e.selectedIndex]?.defaultSelected&&(e.selectedIndex>0||!!e.querySelector("[selected]")):e.type==="checkbox"||e.type==="\
radio"?e.checked!==e.defaultChecked:e.value!==e.defaultValue,Ae=e=>[...e.elements].some(t=>t.name&&t.matches("input, textarea, select")&&fc(t));function Ea(e){let t=Ae(
e);for(let o of e.querySelectorAll("[data-unsaved]"))o.hidden=!t;let n=e.querySelector("[data-restore]");t&&n&&(n.hidden=!0)}var xa=new WeakMap,eo=e=>e.matches(
'[type="checkbox"], [type="radio"]')?"checked":"value";function mc(e){let t=e.querySelector("[data-restore]");!t||!Ae(e)||(xa.set(e,[...e.elements].filter(n=>n.
name&&n.matches('input:not([type="hidden"], [type="file"]), textarea, select')).map(n=>[n,n[eo(n)]])),setTimeout(()=>{t.hidden=!1,(document.activeElement===document.
body||document.activeElement.matches('[type="reset"]'))&&t.focus()}))}document.addEventListener("click",e=>{let t=e.target.closest?.("[data-restore]")?.form;if(t){
for(let[n,o]of xa.get(t)??[])n[eo(n)]!==o&&(n[eo(n)]=o,n.dispatchEvent(new Event("input",{bubbles:!0})),n.dispatchEvent(new Event("change",{bubbles:!0})));t.querySelector(
".savebar .pri").focus()}});var Sa=!1;document.addEventListener("input",e=>{e.target.form?.matches("[data-save]")&&Ea(e.target.form)});document.addEventListener(
"reset",e=>{e.target.matches("[data-save]")&&(mc(e.target),setTimeout(Ea,0,e.target))});var Qn,pc=(e,t)=>{let n=new URLSearchParams(new FormData(e,t)).toString(),
o=Rt()&&Qn?.form===e&&Qn.fields===n;return Qn={form:e,fields:n},zn(),o};addEventListener("submit",e=>{e.defaultPrevented||(e.target.getAttribute("method")==="po\
st"&&pc(e.target,e.submitter)?e.preventDefault():Sa=e.target.matches("[data-save]"))});addEventListener("beforeunload",e=>{!Sa&&[...document.querySelectorAll("f\
orm[data-save]")].some(Ae)?e.preventDefault():zn()});var hc=document.body.dataset,gc=e=>e.matches('textarea, input[type="text"], input[type="email"], input[type="url"], input:not([type])')&&!e.matches('[data-filte\
r], [data-write] *, [role="search"] *')&&e.value!==e.defaultValue,yc=()=>[...document.querySelectorAll("form[data-save]")].some(Ae)||[...document.querySelectorAll(
'form:is([method="post"], [hx-post]) :is(textarea, input)')].some(gc)||!!document.querySelector("[data-uploads] li");function h(){return yc()?(document.getElementById(
"connection").textContent=hc.tSignedOut,!1):(location.reload(),!0)}var to,no=!1;document.addEventListener("submit",async e=>{let{target:t,submitter:n}=e;if(e.defaultPrevented||
to===t||!t.matches("[data-save]")||!Ae(t)||(e.preventDefault(),e.stopPropagation(),no))return;no=!0;let o=await Gn()===401;if(no=!1,o){h();return}to=t,t.requestSubmit(
n?.isConnected?n:void 0),to=void 0});var vc=document.body.dataset,le=e=>e.querySelector("[data-ai-place]"),Ia=(e,t)=>document.importNode(e.querySelector(`template[data-ai-${t}]`).content.firstElementChild,
!0),f;function ro(e,t){e.querySelector("[data-ai-state]").textContent=t}function oo(e,t){let n=le(f.form),o=n.contains(document.activeElement);e.matches(".why")&&
e.setAttribute("role","alert"),n.replaceChildren(e),o&&e.querySelector(t)?.focus()}function Ge(){if(!f)return;let{form:e,running:t}=f;f=void 0,t?.abort();let n=le(
e),o=n.contains(document.activeElement);n.replaceChildren(),ro(e,""),o&&e.elements.content.focus()}var qa=e=>{let t=document.createElement("template");return t.
innerHTML=e,t.content.firstElementChild};async function ka(e,t){Ge();let n=new AbortController,o={form:t,button:e,running:n,draft:t.elements.content.value};f=o;
let r=Ia(t,"running");r.querySelector("[data-title]").textContent=e.dataset.running,oo(r),ro(t,e.dataset.running);let a=new URLSearchParams({content:o.draft,format:t.
elements.format.value});e.name&&a.set(e.name,e.value);let s;try{s=await fetch(e.formAction,{method:"POST",body:a,headers:{"HX-Request":"true"},signal:n.signal}),
s.status===401&&h();let i=await wc(t,s,c=>{f===o&&bc(r,c)});if(f!==o)return;o.running=void 0,Ec(o,i)}catch{if(f!==o||n.signal.aborted)return;o.running=void 0,oo(
Ca(t,s?"":vc.tFailed),"[data-ai-again]")}}async function wc(e,t,n){if(!t.headers.get("Content-Type")?.startsWith("text/plain")){let s=await t.text(),i=qa(s);return i?.
matches(".ai-box")?i:Ca(e,b(t.status,s))}let o=t.body.pipeThrough(new TextDecoderStream).getReader(),r="";for(;;){let{done:s,value:i}=await o.read();if(s)break;
r+=i,n(r.split("\0",1)[0])}let a=r.indexOf("\0");if(a<0)throw new Error("cut");return qa(r.slice(a+1))}function Ca(e,t){let n=Ia(e,"cut");return t&&(n.querySelector(
".grow").textContent=t),n}function bc(e,t){let n=e.querySelector(".ai-text"),o=n.scrollTop+n.clientHeight>n.scrollHeight-24;n.textContent=t,o&&(n.scrollTop=n.scrollHeight)}
function Ec(e,t){oo(t,"[data-ai-accept], [data-ai-again], [data-ai-close]"),ro(e.form,t.dataset.text!==void 0?t.getAttribute("aria-label"):""),ao()}function ao(){
let e=f&&le(f.form).querySelector("[data-ai-stale]");if(!e)return;let t=f.form.elements.content.value===f.draft?"":e.dataset.aiStale;e.textContent!==t&&(e.textContent=
t)}function La(e,t){let n=e.elements.content;n.focus(),n.select(),document.execCommand(t?"insertText":"delete",!1,t)||(n.value=t,n.dispatchEvent(new Event("inpu\
t",{bubbles:!0})))}function xc(){let{form:e,button:t}=f,{text:n}=le(e).firstElementChild.dataset,o=e.elements.content.value;Ge(),La(e,n),Kt(e,t.dataset.done,()=>La(
e,o))}document.addEventListener("click",e=>{let t=e.target.closest?.("[data-ai]");if(t?.form){e.preventDefault(),t.closest("[popover]")?.hidePopover(),ka(t,t.form);
return}if(e.target.closest?.("[data-hb-edit]")){Aa(e.target.form);return}!f||!e.target.closest?.("[data-ai-place]")||(e.target.closest("[data-ai-close]")?Ge():e.
target.closest("[data-ai-accept]")?xc():e.target.closest("[data-ai-again]")?ka(f.button,f.form):e.target.closest("[data-ai-changes]")&&Sc(e.target.closest("[dat\
a-ai-changes]")))});function Sc(e){let t=e.closest(".ai-box"),n=e.getAttribute("aria-pressed")!=="true";e.setAttribute("aria-pressed",String(n));for(let o of t.
querySelectorAll("del"))o.hidden=!n;t.querySelector("[data-ai-diff]").classList.toggle("result",!n)}document.addEventListener("keydown",e=>{e.key!=="Escape"||e.
isComposing||!f||!le(f.form).contains(e.target)||(e.preventDefault(),e.stopPropagation(),Ge())},!0);for(let e of["input","svcx:restored"])document.addEventListener(
e,ao);document.addEventListener("htmx:beforeOnLoad",e=>{f&&(f.stays=e.target.matches?.('form[data-write="note"]'))});for(let e of["htmx:afterSwap","htmx:oobAfte\
rSwap"])document.addEventListener(e,()=>{if(!f||f.form.isConnected)return;let t=f.stays&&[...document.querySelectorAll('form[data-write="reply"]')].find(n=>n.action===
f.form.action);if(!t){Ge();return}le(t).replaceChildren(...le(f.form).childNodes),f.form=t,ao()});function Vt(e){e?.querySelector("#handbrake")?.replaceChildren()}
document.addEventListener("input",e=>{e.target.name==="content"&&Vt(e.target.form)});function Aa(e,t=e.querySelector("#handbrake mark")){let n=e.elements.content;
n.focus(),t&&n.setSelectionRange(Number(t.dataset.from),Number(t.dataset.to))}document.addEventListener("click",e=>{let t=e.target.closest?.("#handbrake mark");
t&&Aa(t.closest("form"),t)});var Ba=/\{\{[^{}\r\n]*[^{}\s][^{}\r\n]*\}\}/,g=()=>document.getElementById("saved"),C=()=>document.getElementById("reply"),Y=()=>g().querySelector("input"),co=()=>[
...g().querySelectorAll('[role="option"]')],qc=()=>co().filter(e=>!e.hidden),so=()=>g().querySelector('[aria-selected="true"]'),E=!1,Ut=!1,Wt,io=0;function Da(){
return io++,Wt=(async()=>{let e=await fetch(g().dataset.from,{headers:{"HX-Request":"true"}});if(e.status===401&&h(),!e.ok)throw new Error(b(e.status,await e.text()));
let t=document.createElement("template");t.innerHTML=await e.text(),document.getElementById("saved-list").replaceWith(t.content.firstElementChild)})().finally(()=>{
io--}),Wt}var lo=e=>{Z(),A(e instanceof TypeError?b():e.message)};function jt(e){let t=e.trim().toLowerCase(),n;for(let o of co()){let r=o.dataset.shortcut.toLowerCase(),
a=t.replace(/^\//,"");o.hidden=!(r.includes(a)||o.querySelector("[data-title]").textContent.toLowerCase().includes(t));let s=o.hidden?0:a&&r===a?3:a&&r.startsWith(
a)?2:1;s>(n?.rank??0)&&(n={rank:s,option:o})}document.getElementById("saved-list").hidden=!n,g().querySelector("[data-none]").hidden=!!n,$a(n?.option),E&&(g().hidden=
!n)}function $a(e){for(let n of co())n.setAttribute("aria-selected",String(n===e));e?.scrollIntoView({block:"nearest"});let t=E?C():Y();e?t.setAttribute("aria-a\
ctivedescendant",e.id):t.removeAttribute("aria-activedescendant")}function zt(){let{value:e,selectionStart:t,selectionEnd:n}=C();return t===n?/(?:^|\n)\/([^\n]{0,64})$/.
exec(e.slice(0,t))?.[1]:void 0}function Z(){g()&&(g().hidden=!0,E=!1,C().removeAttribute("aria-activedescendant"),C().removeAttribute("aria-controls"))}async function uo(){
if(g()){Ye("reply"),E=!1,g().hidden=!1,Y().value="",Y().focus();try{await Da(),jt(Y().value)}catch(e){lo(e)}}}async function kc(){if(mo(),zt()===void 0){Ut=!1,E&&
Z();return}if(Ut)return;E||(E=!0,C().setAttribute("aria-controls","saved-list"),Da().catch(lo));try{await Wt}catch{return}let t=zt();E&&t!==void 0&&jt(t)}async function Ta(e){
let t=C(),n=E?zt():void 0,o=t.selectionEnd,r=n===void 0?t.selectionStart:o-n.length-1,a=l();Z(),t.focus();let s;try{let i=await fetch(`${g().dataset.from}/${e.dataset.
id}`,{headers:{"HX-Request":"true"}});if(i.status===401&&h(),!i.ok)throw new Error(b(i.status,await i.text()));let c=document.createElement("template");c.innerHTML=
await i.text(),s=c.content.firstElementChild.dataset.text}catch(i){lo(i);return}!t.isConnected||a!==l()||(t.setSelectionRange(r,o),document.execCommand("insertT\
ext",!1,s)||(t.setRangeText(s,r,o,"end"),t.dispatchEvent(new Event("input",{bubbles:!0}))),Z(),fo(r))}function fo(e){let t=C(),n=Ba.exec(t.value.slice(e));n&&(t.
focus(),t.setSelectionRange(e+n.index,e+n.index+n[0].length))}function mo(){let e=document.querySelector("#alert > [data-unfilled]");e&&!C()?.value.includes(e.dataset.
unfilled)&&A("");let t=document.querySelector("[data-fill]"),n=Ba.exec(C()?.value??"")?.[0],o=n?t.dataset.fill.replace("%",()=>n):"";if(!t||t.textContent===o||(t.
replaceChildren(),!o))return;let r=document.createElement("button");if(r.type="button",r.className="link",r.textContent=o,r.addEventListener("click",()=>fo(0)),
t.append(r),!/agent\.name/i.test(n))return;let a=document.createElement("a");a.href=`${document.body.dataset.base}/settings/profile`,a.className="link",a.textContent=
t.dataset.fillAgent,t.append(" ",a)}document.addEventListener("input",e=>{e.isComposing||(e.target.id==="reply"?kc():g()&&e.target===Y()&&jt(Y().value))});document.
addEventListener("keydown",async e=>{if(!g()||e.isComposing||e.ctrlKey||e.metaKey||e.altKey||!(E?e.target===C():!g().hidden&&e.target===Y())||e.key==="Tab"&&(e.
shiftKey||!E))return;let n=qc(),o={ArrowDown:1,ArrowUp:-1}[e.key],r=!g().hidden&&n.length>0;if(o&&r)$a(n[(n.indexOf(so())+o+n.length)%n.length]);else if(e.key===
"Enter"&&!e.shiftKey||e.key==="Tab"&&r){if(E&&!r&&!io)return;e.preventDefault(),e.stopPropagation(),await Wt?.catch(()=>{});let a=E?zt():Y().value;if(a===void 0)
return;jt(a),so()?Ta(so()):E&&e.key==="Enter"&&document.execCommand("insertText",!1,`
`);return}else if(e.key==="Escape"&&(!E||r))Ut=E,Z(),C().focus();else return;e.preventDefault(),e.stopPropagation()},!0);document.addEventListener("mousedown",e=>{
e.target.closest?.('#saved [role="option"]')&&e.preventDefault()});document.addEventListener("click",e=>{if(e.target.closest?.("[data-saved]")){e.preventDefault(),
g().hidden?uo():Z();return}let n=e.target.closest?.('#saved [role="option"]');n?Ta(n):g()&&!g().hidden&&!g().contains(e.target)&&e.target!==C()&&Z()});document.
addEventListener("focusin",e=>{e.target.id==="reply"&&mo(),g()&&!g().hidden&&!g().contains(e.target)&&e.target!==C()&&!e.target.matches("[data-saved]")&&Z()});document.
addEventListener("htmx:afterOnLoad",e=>{e.detail.xhr.status===422&&document.querySelector("#alert > [data-unfilled]")&&fo(0)});document.addEventListener("htmx:o\
obAfterSwap",e=>{e.detail.target.id==="composer"&&(E=!1,Ut=!1,mo())});var Ze=document.getElementById("found");function Na(e){Ze.textContent!==e&&(Ze.textContent=e)}function Oa(){let e=Ze.textContent;Ze.textContent="",setTimeout(()=>{
Ze.textContent||=e},300)}setTimeout(()=>Na(document.querySelector("main").dataset.found),100);document.addEventListener("htmx:afterSwap",e=>{let t=document.getElementById(
e.target.id);t?.dataset.found!==void 0&&Na(t.dataset.found)});var po=document.querySelector('main[data-view="sheet"] > #open'),Lc=[...document.querySelectorAll("main [autofocus]")].some(e=>e.checkVisibility());po&&document.
activeElement===document.body&&!Lc&&!location.hash&&(po.tabIndex=-1,po.focus({preventScroll:!0}));document.querySelector('main input[type="search"][autofocus]')?.
select();function go(){for(let e of document.querySelectorAll('main [role="region"][tabindex]'))e.tabIndex=e.scrollWidth>e.clientWidth||e.scrollHeight>e.clientHeight?
0:-1}go();addEventListener("resize",go);document.addEventListener("htmx:afterSettle",()=>requestAnimationFrame(go));var Ra=()=>[...document.querySelectorAll("ma\
in a.who-row")].filter(e=>e.checkVisibility()),Qe=()=>Ra().length>0;function et(e){let t=Ra(),n=t.indexOf(document.activeElement);t[n<0?0:n+e]?.focus()}var Jt=()=>document.
querySelector("main .crumb a"),Ma=()=>new Map([...document.querySelectorAll("main [data-command]")].filter(e=>e.checkVisibility()).map(e=>[e.dataset.command,e]));
function Pa(){return[...Ma().keys()].map((e,t)=>{let n=document.createElement("li");return n.id=`command-here-${t}`,n.role="option",n.ariaSelected="false",n.dataset.
here=t,n.append(document.createElement("span")),n.firstChild.textContent=e,n.run=()=>Ma().get(e)?.click(),n})}var ho;document.addEventListener("htmx:afterSettle",
e=>{let t=ho;!t||e.detail.requestConfig?.elt!==t||(ho=void 0,Oa(),document.activeElement===t&&(matchMedia("(pointer: coarse)").matches?t.blur():et(1)))});document.
addEventListener("keydown",e=>{if(!(!e.target.matches?.('main input[type="search"][hx-get]')||e.isComposing)){if(e.key==="Enter")ho=e.target,e.target.matches(".\
htmx-request")||e.target.dispatchEvent(new Event("find"));else if(e.key==="ArrowDown"&&Qe())et(1);else return;e.preventDefault()}});var Q=()=>document.getElementById("selbar"),ee=()=>[...document.querySelectorAll("#rows .sel")],yo=`svcx:selection:${document.body.dataset.base}`,vo=e=>e.matches?.(
"#selection"),j=()=>Q().querySelector('[name="all"]'),I=new Set,ue;function Ka(){let{view:e,category:t,channel:n,assignee:o,tag:r,q:a}=document.getElementById("\
list").dataset;return JSON.stringify([e,t,n,o,r,a])}function Ic(){try{I.size?sessionStorage.setItem(yo,JSON.stringify({list:Ka(),ids:[...I]})):sessionStorage.removeItem(
yo)}catch{}}function Cc(){try{let e=JSON.parse(sessionStorage.getItem(yo));e?.list===Ka()&&(I=new Set(e.ids))}catch{}}var _t=()=>Q().querySelector("[data-range]"),
Xt=()=>_t().ariaPressed==="true",fe=()=>!!(Q()&&I.size);function Be(){if(!Q())return;for(let o of ee())o.checked=I.has(o.value);let e=I.size>0;Q().classList.toggle(
"on",e),document.getElementById("list").classList.toggle("selecting",e);let t=ee().every(o=>o.checked),n=!!document.querySelector("#rows .more");(!e||!t||!n)&&(j().
checked=!1),j().parentElement.hidden=!(e&&(n||!t)),e||(_t().ariaPressed="false"),j().checked||Va(e?Xt()?Q().dataset.tRange:Q().dataset.tSelected.replace("%",I.size):
"")}function Va(e){let t=document.getElementById("sel-count");t.textContent!==e&&(t.textContent=e)}function nt(){Ic(),Be()}function Gt(){I.clear(),ue=void 0,Q()&&
(j().checked=!1),nt()}function Ua(){return(document.activeElement?.closest?.("#rows > li")??document.querySelector("#rows .conv[aria-current]")?.closest("li"))?.
querySelector(".sel")}function tt(e,t){t?I.add(e.value):I.delete(e.value)}function Wa(){let e=Ua();e&&(tt(e,!I.has(e.value)),ue=e.value,nt())}function za(){let e=Ua();
if(!e)return;let t=ee(),n=t.indexOf(e),o=Math.max(t.findIndex(r=>r.value===ue),0);for(let r of t.slice(Math.min(o,n),Math.max(o,n)+1))tt(r,!0);ue=e.value,nt()}function wo(){
if(ee().length&&ee().every(e=>I.has(e.value))&&!j().checked&&!j().parentElement.hidden){j().click();return}for(let e of ee())tt(e,!0);nt()}document.addEventListener(
"click",e=>{if(!e.target.matches?.("#rows .sel"))return;let t=e.target,n=t.checked||Xt();if(e.shiftKey&&ue||Xt()){let o=ee(),[r,a]=[o.findIndex(s=>s.value===ue),
o.indexOf(t)].sort((s,i)=>s-i);for(let s of o.slice(Math.max(r,0),a+1))tt(s,n)}_t().ariaPressed="false",tt(t,n),ue=t.value,nt()});document.addEventListener("cli\
ck",e=>{e.target.closest?.("[data-range]")&&(_t().ariaPressed=String(!Xt()),Be())});document.addEventListener("reset",e=>{vo(e.target)&&setTimeout(Gt)});document.
addEventListener("change",async e=>{if(e.target.matches?.('#selection [name="all"]')&&(e.target.checked?wo():Be(),!!e.target.checked))try{let t=await fetch(e.target.
dataset.count);if(!t.ok)throw new Error;let n=new DOMParser().parseFromString(await t.text(),"text/html").body.textContent.trim();j().checked&&Va(n)}catch{e.target.
checked=!1,Be()}});document.addEventListener("submit",e=>{if(!vo(e.target))return;for(let n of e.target.querySelectorAll('input[type="hidden"]'))n.remove();let t=(n,o)=>{
let r=document.createElement("input");r.type="hidden",r.name=n,r.value=o,e.target.append(r)};if(e.submitter&&(t(e.submitter.name,e.submitter.value),e.submitter.
closest("[popover]")?.hidePopover()),!j().checked){let n=new Set(ee().filter(o=>o.checked).map(o=>o.value));for(let o of I)n.has(o)||t("id",o)}},!0);document.addEventListener(
"htmx:afterRequest",e=>{!vo(e.target)||e.detail.xhr?.status!==200||(document.getElementById("sel-tags-text").value="",Gt())});var Fa,Ha=new MutationObserver(Be);
function ja(){let e=document.getElementById("list");!e||e===Fa||(Fa=e,Ha.disconnect(),Ha.observe(document.getElementById("list-scroll"),{childList:!0,subtree:!0}),
I=new Set,Cc(),Be())}ja();document.addEventListener("htmx:afterSwap",ja);var So=()=>[...document.querySelectorAll("#rows .conv")],te=()=>matchMedia("(width > 720px)").matches,ge=e=>document.querySelector(e)?.click();function Ja(e){let t=So();
if(t.length===0)return;let n=t.indexOf(document.activeElement),o=n>=0?n:t.findIndex(s=>s.hasAttribute("aria-current")),r=Math.max(o+e,0);for(;t[r]?.parentElement.
classList.contains("gone");)r+=e;let a=t[r];e>0&&r>=t.length-1&&ge("#rows .more a"),a&&(a.focus(),te()&&a.click())}document.addEventListener("click",e=>{if(!e.target.
closest?.("[data-next]"))return;let t=So(),n=t.findIndex(o=>o.hasAttribute("aria-current"))+1;for(;t[n]?.parentElement.classList.contains("gone");)n++;if(n>=t.length-
1&&ge("#rows .more a"),!t[n]){ge("#thead .back");return}t[n].click(),Mt(()=>document.querySelector("[data-next]")?.focus({preventScroll:!0}))});function Xa(e){document.
querySelector(`[role="tab"][data-tab="${e}"]`)?.click()}function _a(e){let t=[...document.querySelectorAll("#messages article")],n=t.findIndex(i=>i.contains(document.
activeElement)),{top:o,bottom:r}=document.getElementById("thread")?.getBoundingClientRect()??{},a=t.filter(i=>i.getBoundingClientRect().bottom>o&&i.getBoundingClientRect().
top<r),s=n<0?a.find(i=>i.querySelector(".hit"))??a.at(e<0?-1:0):t[Math.min(Math.max(n+e,0),t.length-1)];s&&(s.tabIndex=-1,s.focus())}function R(){let e=te()&&document.
querySelector(".conv[aria-current]");(e||document.getElementById("thread"))?.focus({preventScroll:!e})}var Yt=e=>()=>{fe()||Ac(`pick-${e}`),ge(fe()?`[data-sel="${e}\
"]`:`#details [data-pick="${e}"]`)};function Ac(e){let t=document.getElementById("details"),n=document.querySelector("#thead .show-d");!n?.checkVisibility()||!t||
t.matches(":popover-open")||(t.dataset.while=e,t.showPopover({source:n}))}document.addEventListener("toggle",e=>{let t=document.getElementById("details");e.newState!==
"closed"||!e.target.id||t?.dataset.while!==e.target.id||(delete t.dataset.while,t.hidePopover())},!0);var Ga=e=>()=>ge(`${fe()?"#selection":"#thead"} [data-key=\
"${e}"]`);function Ya(e,t){let n=t&&document.querySelector(t);if(n?.checkVisibility()){n.click();return}let o=document.querySelector("main");if(!document.getElementById(
"open")?.dataset.conversationId)return;let r=new Set((o.dataset.hides??"").split(" ").filter(Boolean));r.delete(e)||r.add(e),o.dataset.hides=[...r].join(" "),document.
cookie=`svcx_hides=${[...r].join(".")}; path=/app; max-age=31536000; samesite=lax`}function bo(e,t){let n=o=>e?.querySelector(`[aria-keyshortcuts="${o}"]`);(t&&
n("Control+Shift+Enter")||n("Control+Enter"))?.click()}var Eo=()=>[...document.querySelectorAll("form[data-write]")].find(e=>e.checkVisibility()),Qa=()=>document.
querySelector("#waiting [data-undo]")??document.querySelector("#say [data-undo]")??document.querySelector("#bulk [data-undo]"),he={j:()=>Qe()?et(1):Ja(1),k:()=>Qe()?
et(-1):Ja(-1),J:()=>_a(1),K:()=>_a(-1),o:()=>document.activeElement?.matches?.(".conv, .who-row")&&document.activeElement.click(),u:()=>Jt()?Jt().click():as(),r:()=>Xa(
"reply"),n:()=>Xa("note"),s:uo,"Ctrl+Enter":()=>bo(Eo()),"Ctrl+Shift+Enter":()=>bo(Eo(),!0),"[":()=>Ya("details","#thead .show-d"),"]":()=>Ya("list"),e:Ga("e"),
E:Ga("E"),x:Wa,X:za,"*":wo,z:()=>Qa()?.click(),a:Yt("assign"),c:Yt("category"),p:Yt("priority"),t:Yt("tags"),m:()=>{document.querySelector(`${fe()?"#sel-assign":
"#pick-assign"} [value="${document.body.dataset.me}"]`)?.click()},"/":()=>{let e=[...document.querySelectorAll('input[name="q"]')].find(t=>t.offsetParent);e?.focus(),
e?.select()}},q=document.getElementById("commands");function qo(e){if(/Mac|iPhone|iPad/.test(navigator.platform))for(let t of e.querySelectorAll("kbd"))t.textContent=
t.textContent.replace("Ctrl","⌘")}qo(document);var rt=q.querySelector("input"),ko=()=>[...q.querySelectorAll('[role="option"]:not([hidden], [aria-disabled="tr\
ue"])')],xo=!1;async function Bc(){let e=q.querySelector('[role="listbox"]');for(let n of e.querySelectorAll("[data-here]"))n.remove();let t=e.children.length>0;
if(e.prepend(...Pa()),rt.value="",xo=!1,Zt(),q.showModal(),!t)try{let n=await fetch(`${document.body.dataset.base}/commands`);if(!n.ok)throw new Error(n.status);
let o=document.createElement("template");o.innerHTML=await n.text(),qo(o.content),e.append(o.content),Zt()}catch{xo=!0,Zt()}}function Dc(e){return e.startsWith(
"Ctrl+")?!!Eo()?.elements.content.value.trim():"eEmacpt".includes(e)&&fe()||"jko".includes(e)&&Qe()||e==="u"&&Jt()?!0:ns.has(e)||e==="u"||e==="]"?!!document.getElementById(
"open")?.dataset.conversationId:"jkoxX*".includes(e)?So().length>0:e!=="z"||!!Qa()}function Zt(){let e=rt.value.trim().toLowerCase();for(let r of q.querySelectorAll(
'[role="option"]'))r.hidden=!r.textContent.toLowerCase().includes(e),r.ariaDisabled=Dc(r.dataset.key??"?")?null:"true";es(ko()[0]);let t=q.querySelector("[data-\
none]"),n=q.querySelector('[role="option"]:not([hidden])')||!q.querySelector('[role="option"]'),o=xo?document.body.dataset.tFailed:n?"":t.dataset.none;t.textContent!==
o&&(t.textContent=o)}function es(e){for(let t of q.querySelectorAll('[aria-selected="true"]'))t.setAttribute("aria-selected","false");e?.setAttribute("aria-sele\
cted","true"),e?.scrollIntoView({block:"nearest"}),rt.setAttribute("aria-activedescendant",e?.id??"")}function ts(e){if(q.close(),e.run){e.run();return}if(e.dataset.
to){M(e.dataset.to);return}let[t,n]=e.dataset.key.split(" ");n?rs[n]?.():os(t)}var ns=new Set(["J","K","r","n","s","Ctrl+Enter","Ctrl+Shift+Enter","e","E","m","\
a","c","p","t","["]);function os(e){Rt()||(ns.has(e)?Je()?Mt(he[e]):ma()||he[e]():he[e]?.())}rt.addEventListener("input",Zt);rt.addEventListener("keydown",e=>{let t=ko(),
n=t.findIndex(r=>r.getAttribute("aria-selected")==="true"),o={ArrowDown:1,ArrowUp:-1}[e.key];if(o&&t.length)es(t[(n+o+t.length)%t.length]);else if(e.key==="Ente\
r"&&t[n])ts(t[n]);else return;e.preventDefault()});q.addEventListener("click",e=>{let t=e.target.closest('[role="option"]');ko().includes(t)?ts(t):e.target===q&&
q.close()});var pe=document.getElementById("keys");he["?"]=async()=>{if(pe.showModal(),!pe.querySelector(".keycols"))try{let e=await fetch(`${document.body.dataset.
base}/keys`);if(!e.ok)throw new Error(e.status);let t=document.createElement("template");t.innerHTML=await e.text(),qo(t.content),pe.append(t.content)}catch{pe.
close(),_e()}};pe.addEventListener("click",e=>{e.target===pe&&pe.close()});location.hash==="#search"&&he["/"]();var ot=(e,t)=>()=>document.querySelector(t)?ge(t):
M(document.body.dataset.base+e),me=e=>ot(`/inbox?view=${e}`,`.navlink[href*="view=${e}"]`),rs={m:me("mine"),n:me("mentions"),u:me("unassigned"),o:me("open"),d:me(
"undelivered"),r:me("resolved"),c:me("closed"),a:ot("/ratings",'.navlink[data-place="ratings"]'),p:ot("/contacts",'.navlink[href$="/contacts"]'),e:ot("/reports",
'[data-go="reports"]'),s:ot("/settings",'[data-go="settings"]')};function as(){let e=document.querySelector(".conv[aria-current]");te()?e?.focus():ge("#thead .b\
ack")}function $c({key:e,ctrlKey:t,metaKey:n,shiftKey:o,repeat:r}){let a=document.activeElement??document.body;!a.dispatchEvent(new KeyboardEvent("keydown",{key:e,
ctrlKey:t,metaKey:n,shiftKey:o,repeat:r,bubbles:!0,cancelable:!0}))||t||n||!a.matches('input:not([type="checkbox"]), textarea')||(e==="Backspace"?document.execCommand(
"delete"):e!=="Enter"?document.execCommand("insertText",!1,e):a.matches("textarea")&&document.execCommand("insertText",!1,`
`))}function Tc(e){if(!fa()||!Je()||document.querySelector("[popover]:popover-open, dialog[open]"))return!1;let t=e.getModifierState?.("AltGraph");if(e.key==="E\
scape")Pt();else{if(e.key!=="Enter"&&e.key!=="Backspace"&&e.key.length>1)return!1;if(e.altKey&&!t||(e.ctrlKey||e.metaKey)&&!t&&e.key!=="Enter")return!1;Mt(()=>$c(
t?{key:e.key}:e))}return e.preventDefault(),!0}var Za=0;document.addEventListener("keydown",e=>{if(e.key==="k"&&(e.ctrlKey||e.metaKey)){e.preventDefault(),q.open?
q.close():Bc();return}let t=e.target.closest?.('input:not([type="checkbox"]), textarea, select, [contenteditable]'),n=t?.checkVisibility()&&t;if(!n&&Tc(e))return;
if(e.key==="Enter"&&(e.ctrlKey||e.metaKey)&&e.target.form?.dataset.write){e.preventDefault(),bo(e.target.form,e.shiftKey);return}if(n){e.key==="Escape"&&!e.isComposing&&
!n.closest("[popover], dialog")&&(n.blur(),n.closest("#composer")&&R());return}if(e.ctrlKey||e.metaKey||e.altKey||e.defaultPrevented||document.querySelector("[p\
opover]:popover-open, dialog[open]"))return;if(e.key==="Escape"){fe()?Gt():as();return}if(document.body.dataset.keys==="off")return;let o=Date.now()-Za<1500?rs:
he;Za=e.key==="g"?Date.now():0;let r=o[e.key];r&&(e.preventDefault(),!(e.repeat&&!"jkJK".includes(e.key))&&(o===he?os(e.key):r()))});var at=document.body.dataset,Lo=crypto.getRandomValues(new Uint32Array(2)).join(""),Nc=720*60*1e3,Oc=4e4,nn=(e,t)=>e===l()?document.querySelector(`form[data-wri\
te="${t}"]`):null,Io=e=>/\/inbox\/(\d+)\//.exec(e)[1],on=e=>!e||e===429||e>=502&&e<=504,Co=(e,t)=>e.fields.find(([n])=>n===t)?.[1]??"";function en(e,t,n=Date.now(),o=!1){
let r=Io(e.path),a=[...e.formData].filter(([,i])=>typeof i=="string");a.push(["event",document.getElementById("details")?.dataset.event??""]),X(r,t,{fields:a,to:e.
path,at:n,...o&&{asks:o}}),D(r);let s=nn(r,t)?.contains(document.activeElement);De(),s&&document.querySelector(`#panel-${t} [data-unsent-edit]`)?.focus(),$o()}var is=e=>Date.
now()-e.at>Nc;function Do(e,t,n){cs(e,t);let o=nn(e,t);!o||o.elements.content.value||(o.elements.content.value=Co(n,"content"),W(o))}function cs(e,t){X(e,t,null),
D(e),De()}function ds(e,t){en({path:e.getAttribute("hx-post")??e.action,formData:new FormData(e,t?.name?t:void 0)},e.dataset.write)}function ls(e,t,n){X(e,"repl\
y",{fields:n,to:t,at:Date.now()}),D(e),To(e,"reply").then(()=>{L(e,"reply")&&$o()})}document.addEventListener("htmx:beforeRequest",e=>{let t=e.target,n=t.dataset?.
write;if(!n)return;let o=e.detail.requestConfig;if(S()||fs(Io(o.path))){e.preventDefault(),A(""),en(o,n),rn();return}let r=Date.now(),a=new AbortController,s=(i,c)=>t.
addEventListener(i,d=>{a.abort(),c(d.detail.xhr?.status)},{signal:a.signal});for(let i of["htmx:sendError","htmx:timeout","htmx:sendAbort","htmx:responseError"])
s(i,c=>{on(c)&&en(o,n,r)});s("htmx:beforeOnLoad",i=>{i!==422||Io(o.path)===l()||(en(o,n,r,!0),m(at.tAsks))})});Ht(e=>{if(!e){tn=0,rn();return}for(let t of document.
querySelectorAll("form[data-write].htmx-request"))window.htmx.trigger(t,"htmx:abort")});var tn=0,Ao;function $o(){clearTimeout(Ao),tn=Math.min(6e4,Math.max(5e3,
2*tn)),Ao=setTimeout(rn,tn)}var Qt=new Map;async function rn(){clearTimeout(Ao);let e=new Set(Bt().map(({id:t})=>t).sort((t,n)=>(n===l())-(t===l())));for(let t of e)
await To(t,void 0,t===l()?0:1500);Bt().some(({id:t,kind:n})=>!L(t,n)?.asks)&&$o()}var us=e=>["reply","note"].map(t=>({kind:t,...L(e,t)})).filter(({fields:t,asks:n})=>t&&
!n).sort((t,n)=>t.at-n.at),fs=e=>us(e)[0]?.kind;async function To(e,t,n=0){for(let{kind:o}of us(e))if(await No(e,o,n),o===t||fs(e)===o)return}function No(e,t,n=0,o=!1){
let r=`${e}:${t}`;return Qt.has(r)||Qt.set(r,Rc(e,t,n,o).finally(()=>Qt.delete(r))),Qt.get(r)}async function Mc(e,t){L(e,t)?.asks?await No(e,t,0,!0):await To(e,
t)}async function Rc(e,t,n,o){try{await new Promise(c=>{setTimeout(c,n)});let r=L(e,t);if(!r||r.asks&&!o||r.claim&&r.claim!==Lo&&Date.now()-r.claimedAt<Oc)return;
if(is(r)){X(e,t,{...r,asks:!0});return}r={...r,claim:Lo,claimedAt:Date.now()},X(e,t,r);let a=new FormData;for(let[c,d]of r.fields)a.append(c,d);a.append("unatte\
nded","true");let s=await fetch(r.to,{method:"POST",body:t==="note"?new URLSearchParams(a):a,headers:{"HX-Request":"true"},signal:AbortSignal.timeout(3e4)}),i=await s.
text();L(e,t)&&Pc(e,t,r,s.status,i)}catch{Bo(e,t)}}function Bo(e,t){let n=L(e,t);n?.claim===Lo&&X(e,t,{...n,claim:void 0})}function Pc(e,t,n,o,r){let a=e===l();
if(on(o))Bo(e,t);else if(o===401)Bo(e,t),h();else if(o===200){let s=a&&document.getElementById("composer")?.contains(document.activeElement);$t(e,t),t==="reply"&&
an(e),cs(e,t),a?window.htmx.swap("#open",r,{swapStyle:"none"}):m(at.tSentLater),s&&R()}else if(a){let s=nn(e,t);Do(e,t,n),o===422?window.htmx.swap("#open",r,{swapStyle:"\
none"}):A(b(o,r),s)}else X(e,t,{...n,claim:void 0,asks:!0}),D(e),m(at.tAsks)}var ss=e=>document.importNode(document.querySelector(`#composer template[data-${e}]`).
content.firstElementChild,!0);function De(){let e=l(),t=document.getElementById("unsent");if(t)for(let n of document.querySelectorAll("form[data-write]")){let o=n.
dataset.write,r=L(e,o),a=n.parentElement.querySelector(".unsent-bar"),s=t.querySelector(`[data-kind="${o}"]`);if(n.hidden=!!r,!r){a?.remove(),s?.remove();continue}
n.elements.key.value=Co(r,"key"),a||n.before(ss("unsent-bar")),s||(s=ss("unsent"),s.dataset.kind=o,s.classList.add(o==="note"?"note":"ours"),t.append(s));let i=s.
querySelector(".body"),c=Co(r,"content")||r.fields.filter(([d])=>d==="attachment").map(([,d])=>d.split(" ").slice(1).join(" ")).join(", ");i.textContent!==c&&(i.
textContent=c)}}function ms(e){De();for(let t of["reply","note"]){let n=L(e,t);n?.asks&&(is(n)?Do(e,t,n):S()||No(e,t,0,!0))}}document.addEventListener("click",e=>{
let t=e.target.closest?.(".unsent-bar button");if(!t)return;let n=l(),o=t.closest('[role="tabpanel"]').querySelector("form"),r=o.dataset.write;if(t.matches("[da\
ta-unsent-now]")){Mc(n,r).then(()=>{L(n,r)&&de(at.tStill)});return}let{content:a}=o.elements;Do(n,r,L(n,r));let s=a.value;t.matches("[data-unsent-discard]")?(a.
value="",W(o),Kt(o,at.tDiscarded,()=>{a.value=s,o.dispatchEvent(new CustomEvent("svcx:restored",{bubbles:!0})),W(o),a.focus()}),R()):a.focus()});addEventListener(
"storage",e=>{let t=Nn(e.key);if(!t)return;D(t.id);let n=nn(t.id,t.kind);n&&!e.newValue&&(n.elements.key.value=crypto.getRandomValues(new Uint32Array(4)).join("\
-")),De()});Bt().length&&setTimeout(rn,500);var Oo=document.body.dataset,Ro=new Map,ye=e=>Ro.get(e)??[],$=()=>document.querySelector("[data-uploads]"),Mo=e=>`svcx:files:${Oo.base}:${Oo.me}:${e}`;function Po(e){
try{let t=ye(e).map(n=>n.file.name);t.length?localStorage.setItem(Mo(e),JSON.stringify(t)):localStorage.removeItem(Mo(e))}catch{}}function Fc(e){try{return JSON.
parse(localStorage.getItem(Mo(e)))??[]}catch{return[]}}var Hc=e=>e<1024*1024?`${Math.max(1,Math.round(e/1024))} KiB`:`${(e/1024/1024).toFixed(1)} MiB`;function $e(e){
let t=$()?.querySelector('[role="status"]');t&&t.textContent!==e&&(t.textContent=e)}function Fo(e){let t=$();if(!t||e.length===0)return;if(t.dataset.takes===void 0){
$e(t.dataset.tNone);return}Ye("reply");let n=l(),o=ye(n);Ro.set(n,o);let r=Number(t.dataset.maxFiles)-o.length;$e(e.length>r?t.dataset.tMany:"");for(let a of[...e].
slice(0,Math.max(0,r))){let s={id:n,file:a,to:t.dataset.to,progress:0};o.push(s),a.size>Number(t.dataset.maxBytes)?s.refused=t.dataset.tLarge:a.size===0?s.refused=
t.dataset.tEmpty:ps(s)}Po(n),Te(),Vt(t.closest("form"))}function ps(e){let t=new XMLHttpRequest,n=new FormData;n.append("file",e.file,e.file.name),e.request=t,e.
failed=e.refused="",e.progress=0,t.upload.addEventListener("progress",o=>{e.progress=o.lengthComputable?100*o.loaded/o.total:0,Te(e)}),t.addEventListener("loade\
nd",()=>{if(e.request!==t||(e.request=void 0,t.status===401&&h()))return;let o=document.createElement("template");o.innerHTML=t.status===200||t.status===422?t.responseText:
"";let r=o.content.firstElementChild;t.status===200&&r?e.stored=r.dataset.id:t.status===422&&r?e.refused=r.textContent:e.failed=$()?.dataset.tFailed??Oo.tFailed,
Te(),Ho(e.id)}),t.open("POST",e.to),t.setRequestHeader("HX-Request","true"),t.send(n)}function Kc(e){let t=ye(e.id),{request:n}=e;e.request=void 0,n?.abort();let o=t.
indexOf(e);t.splice(o,1),Po(e.id),$e(""),Te(),Vt($()?.closest("form")),($()?.querySelectorAll("[data-remove]")[Math.min(o,t.length-1)]??document.getElementById(
"reply"))?.focus(),Ho(e.id)}function Te(e){let t=$();if(!t)return;let n=t.querySelector("ul"),o=ye(l());for(let r of[...n.children])o.includes(r.one)||r.remove();
for(let r of o){let a=[...n.children].find(d=>d.one===r);if(a&&e&&e!==r)continue;a||(a=document.importNode(t.querySelector("template").content.firstElementChild,
!0),a.one=r,a.querySelector("[data-name]").textContent=r.file.name,a.querySelector("[data-size]").textContent=Hc(r.file.size),a.querySelector("[data-reason]").setAttribute(
"role","alert"),a.querySelector("progress").setAttribute("aria-label",r.file.name),a.querySelector("[data-remove]").addEventListener("click",()=>Kc(r)),a.querySelector(
"[data-again]").addEventListener("click",()=>{ps(r),Te(),a.querySelector("[data-remove]").focus()}),n.append(a)),a.querySelector("[data-remove]").setAttribute("\
aria-label",(r.request?t.dataset.tCancel:t.dataset.tRemove).replace("%",()=>r.file.name)),a.querySelector("progress").hidden=!r.request,a.querySelector("progres\
s").value=r.progress,a.querySelector("[data-again]").hidden=!r.failed;let i=a.querySelector("[data-reason]");i.textContent!==(r.refused||r.failed||"")&&(i.textContent=
r.refused||r.failed||"");let c=a.querySelector("input");c.disabled=!r.stored,c.value=r.stored??""}}function hs(e){if(!$())return;Te();let t=ye(e).length?[]:Fc(e);
$e(sn.has(e)?$().dataset.tWaits:t.length?$().dataset.tLost.replace("%",()=>t.join(", ")):"")}function an(e){Ro.delete(e),Po(e)}var sn=new Map;function Ho(e){let t=sn.
get(e);if(!t)return;let n=ye(e),o=n.some(r=>r.failed||r.refused);!o&&n.some(r=>r.request)||(sn.delete(e),e===l()&&$e(""),o?A(t.stopped):e===l()?document.querySelector(
'form[data-write="reply"]').requestSubmit(t.button?.isConnected?t.button:void 0):ls(e,t.to,[...t.fields,...n.map(r=>["attachment",r.stored])]))}document.addEventListener(
"submit",e=>{if(!e.target.matches?.('form[data-write="reply"]')||e.submitter?.hasAttribute("formaction"))return;let t=l();if(!ye(t).some(r=>r.request||r.failed||
r.refused))return;e.preventDefault(),e.stopImmediatePropagation();let o=[...new FormData(e.target,e.submitter),["event",document.getElementById("details").dataset.
event]].filter(([r])=>r!=="attachment");sn.set(t,{button:e.submitter,to:e.target.action,fields:o,stopped:$().dataset.tStopped}),$e($().dataset.tWaits),Ho(t)},!0);
document.addEventListener("change",e=>{e.target.matches(".attach input")&&(Fo(e.target.files),e.target.value="")});document.addEventListener("paste",e=>{let t=e.
clipboardData?.files??[];e.target.id!=="reply"||t.length===0||e.clipboardData.types.includes("text/plain")||(e.preventDefault(),Fo(t))});var Ko=e=>e.dataTransfer?.
types.includes("Files"),gs=e=>e.target.closest?.(".thr")?.querySelector("#drop");function Vo(e){let t=document.getElementById("drop");t&&(t.hidden=!e)}document.
addEventListener("dragover",e=>{if(!Ko(e))return;e.preventDefault();let t=gs(e);e.dataTransfer.dropEffect=t&&$()?.dataset.takes!==void 0?"copy":"none",Vo(t)});document.
addEventListener("dragleave",e=>{Ko(e)&&!e.relatedTarget&&Vo(!1)});document.addEventListener("drop",e=>{Ko(e)&&(e.preventDefault(),Vo(!1),gs(e)&&Fo(e.dataTransfer.
files))});var Vc=document.body.dataset,ys=new Intl.NumberFormat(document.documentElement.lang),Uc=CSS.supports("field-sizing","content");function st(e){let t=e.elements.content,
n=Number(t.dataset.max),o=t.value.length>n*.8?[...t.value].length:0,r=e.querySelector("[data-length]");if(r.textContent=o>n*.8?`${ys.format(o)} / ${ys.format(n)}`:
"",r.classList.toggle("need",o>n),o>n?t.setAttribute("aria-invalid","true"):t.removeAttribute("aria-invalid"),Uc||!t.checkVisibility())return;t.rows=2;let{lineHeight:a,
paddingTop:s,paddingBottom:i}=getComputedStyle(t);t.rows=Math.max(2,Math.round((t.scrollHeight-parseFloat(s)-parseFloat(i))/parseFloat(a)))}var vs=0;document.addEventListener(
"input",e=>{let t=e.target.closest?.("form[data-write]");t&&(W(t),st(t),Date.now()-vs>3e3&&(vs=Date.now(),fetch(`${Vc.base}/inbox/${document.getElementById("ope\
n").dataset.conversationId}/typing`,{method:"POST"}).catch(()=>{})))});document.addEventListener("svcx:restored",e=>st(e.target));window.visualViewport?.addEventListener(
"resize",()=>{let{height:e,scale:t}=window.visualViewport,n=t===1?Math.max(0,innerHeight-e):0;document.documentElement.style.setProperty("--keyboard",`${n}px`),
n&&scrollTo(0,0)});var Wc=document.body.dataset,ne=new Map;function zc(e){let t=document.getElementById("open"),n=[...document.querySelectorAll(`.conv[data-conversation-id="${e}"]\
 .viewers`)];return t?.dataset.conversationId===e&&n.push(document.getElementById("viewers")),n.filter(Boolean)}function it(e){for(let t of zc(e)){let n=[...ne.
get(e)?.values()??[]].map(o=>o.cloneNode(!0));t.replaceChildren(...n)}}function ve(e){if(e)it(e.dataset.conversationId);else for(let t of ne.keys())it(t)}function ws(e){
if(!e){let a=[...ne.keys()];ne.clear(),a.forEach(it);return}let{conversationId:t,user:n,on:o}=e.dataset;if(n===Wc.me)return;let r=ne.get(t)??new Map;o==="true"?
r.set(n,e):r.delete(n),r.size?ne.set(t,r):ne.delete(t),it(t)}function bs(e,t,n){let o=ne.get(e)?.get(t);if(!o)return;o.classList.toggle("typing-now",n);let r=n?
o.dataset.typing:o.title;o.setAttribute("aria-label",r),it(e)}var P=document.body.dataset,qs=`svcx:told:${P.base}:${P.me}`,Es=10*6e4;function jc(){try{return{event:0,note:0,...JSON.parse(localStorage.getItem(qs))}}catch{return{
event:0,note:0}}}function xs(e,t){let n=jc();if(t<=n[e])return!1;try{localStorage.setItem(qs,JSON.stringify({...n,[e]:t}))}catch{}return!0}var dn=e=>(e??"").split(
" ").includes(P.me);function zo(e){return[...e.querySelectorAll("[data-waits]")]}function we(e){return zo(e).some(t=>!t.hidden)}var Uo=new Map;function ks(e){for(let t of e.
querySelectorAll(".mention"))t.classList.toggle("me",t.dataset.user===P.me);return!dn(e.dataset.mentions)||e.dataset.by.split("/")[1]===P.me?!1:(Uo.set(e.dataset.
conversationId,e),!0)}function Ls(e,t){na(e,P.me,p(e.dataset.conversationId));let{conversationId:n,handed:o,handedAt:r,event:a,assignee:s,mentions:i,hands:c,mentioned:d}=e.
dataset,u=Uo.get(n);Uo.delete(n);let v=n===l(),y=v&&document.visibilityState==="visible"&&document.hasFocus();for(let O of zo(e))O.hidden=y||!dn(O.dataset.waits===
"mention"?i:c);if(y&&Tn(e),v&&(dn(i)||dn(c))&&Ne(n),!(y||!t))if(u&&Date.now()-Number(u.dataset.at)<Es&&xs("note",Number(u.dataset.messageId))){let O=u.querySelector(
".by b").textContent.trim();Ss(e,d.replace("%",()=>O),P.tMentionedMany,"mentions",`/inbox/${n}?m=${u.dataset.messageId}#${u.id}`),Wo(e,u.id)}else o&&s===P.me&&Date.
now()-Number(r)<Es&&xs("event",Number(a))&&(Ss(e,o,P.tHandedMany,"mine",`/inbox/${n}`),Wo(e,`handed-${a}`))}var cn={view:"",at:0,n:0};function Ss(e,t,n,o,r){let a=cn.
view===o&&Date.now()-cn.at<5e3?cn.n+1:1;cn={view:o,at:Date.now(),n:a};let s=document.createElement("a");s.className="btn sm",s.textContent=P.tOpen,s.href=P.base+
(a>1?`/inbox?view=${o}`:r),m(a>1?n.replace("%",a):t),a===1&&o==="mine"&&s.addEventListener("click",i=>{let c=p(e.dataset.conversationId);!c||i.ctrlKey||i.metaKey||
i.shiftKey||(i.preventDefault(),c.click())}),document.getElementById("say").append(" ",s)}function ln(e){let t=p(e);if(!(!t||!we(t))){for(let n of zo(t))n.hidden=
!0;Tn(t),be()}}var T=document.body.dataset,dt=(T.notify??"").split(" ").filter(Boolean),jo=(T.signs??"").split(" "),lt=`svcx:unread:${T.base}:${T.me}`;function Jo(e){let{assignee:t,
status:n}=e.dataset,o=t===""?"unassigned":t===T.me?"mine":"others";return n==="open"&&dt.includes(o)}function Oe(){try{return new Set(JSON.parse(localStorage.getItem(
lt)??"[]"))}catch{return new Set}}function fn(e){try{localStorage.setItem(lt,JSON.stringify([...e].slice(-999)))}catch{}Xo(e.size)}var un=document.title;function Xo(e){
if(!jo.includes("count"))return;let t=e?`(${e}) ${un}`:un;document.title!==t&&(document.title=t);let n=document.querySelector('link[rel="icon"]'),o=e?T.iconNew:
T.icon;n.getAttribute("href")!==o&&n.setAttribute("href",o),(e?navigator.setAppBadge?.(e):navigator.clearAppBadge?.())?.catch(()=>{})}function ut(e){let t=Oe();
t.delete(e)&&fn(t)}var _o=new Map,Is=0;function As(e){let t=Number(e.dataset.messageId);t<=Is||(Is=t,_o.set(e.dataset.conversationId,e))}function Bs(e,t){let n=e.
dataset.conversationId,o=_o.get(n);_o.delete(n);let r=Date.parse(e.querySelector("time")?.dateTime);if(!Jo(e)&&!we(e)&&ut(n),!o||!Jo(e)||Number(o.dataset.at)<r||
document.getElementById("open")?.dataset.conversationId===n&&document.visibilityState==="visible"&&document.hasFocus())return;let s=Oe();s.add(n),fn(s),Ds(e,t,o.
id)}function Wo(e,t){if(!dt.includes("mine"))return;let n=Oe();n.add(e.dataset.conversationId),fn(n),Ds(e,!0,t)}async function Ds(e,t,n){if(t){if(!window.SharedWorker){
let o=()=>localStorage.getItem(`${lt}:told`)===n?!1:(localStorage.setItem(`${lt}:told`,n),!0);try{if(!await(navigator.locks?navigator.locks.request("svcx-told",
o):o()))return}catch{}}jo.includes("sound")&&Xc(),jo.includes("desktop")&&Jc(e)}}function Jc(e){if(!window.isSecureContext||window.Notification?.permission!=="g\
ranted")return;let t=n=>e.querySelector(n)?.textContent.trim()??"";try{let n=new Notification(t(".who"),{body:`${t(".subj")}
${t(".prev")}`.trim(),tag:`svcx:${T.base}:${e.dataset.conversationId}`,icon:T.icon});n.onclick=()=>{n.close(),window.focus();let o=p(e.dataset.conversationId);o?
o.click():M(`${T.base}/inbox/${e.dataset.conversationId}`)}}catch{}}var Cs=0,ct;function Xc(){if(!(!navigator.userActivation?.hasBeenActive||Date.now()-Cs<3e3)){
Cs=Date.now(),ct??=new AudioContext;for(let[e,t]of[[0,660],[.12,880]]){let n=new OscillatorNode(ct,{frequency:t}),o=new GainNode(ct,{gain:0}),r=ct.currentTime+e;
o.gain.setValueAtTime(1e-4,r),o.gain.exponentialRampToValueAtTime(.12,r+.02),o.gain.exponentialRampToValueAtTime(1e-4,r+.22),n.connect(o).connect(ct.destination),
n.start(r),n.stop(r+.25)}T.rang=String(Number(T.rang??0)+1)}}function _c(){if(dt.length===0)return;let e=Oe();for(let t of document.querySelectorAll(".conv"))t.
classList.contains("unread")&&Jo(t)||we(t)&&dt.includes("mine")?e.add(t.dataset.conversationId):e.delete(t.dataset.conversationId);fn(e)}dt.length>0&&(new MutationObserver(
()=>{let e=document.title.replace(/^\(\d+\) /,"");e===un&&document.title!==e||(un=e,Xo(Oe().size))}).observe(document.head,{childList:!0,subtree:!0,characterData:!0}),
addEventListener("storage",e=>{e.key===lt&&Xo(Oe().size)}),_c());function Yo(){let e=document.querySelector("#fill dialog");!e||e.matches(":modal")||(e.removeAttribute("open"),e.showModal(),$s(e.querySelector("[aria-invalid]")??
e.querySelector("[autofocus]")))}function $s(e){e?.focus(),e?.ariaInvalid&&e.select?.()}Yo();function Zo(){let e=document.getElementById("details");if(!e?.matches(
":popover-open"))return()=>{};let t=e.dataset.while;if(t&&!document.getElementById(t)?.matches(":popover-open"))return()=>{};let n=e.contains(document.activeElement)?
document.activeElement.getAttribute("popovertarget"):"";return()=>{let o=document.querySelector("#thead .show-d");o.focus({preventScroll:!0});let r=document.getElementById(
"details");t&&(r.dataset.while=t),r.showPopover({source:o}),n&&r.querySelector(`[popovertarget="${n}"]`)?.focus()}}var oe=history.state?.details;document.addEventListener(
"toggle",e=>{if(e.target.id!=="details"||te())return;let t={details:e.newState};if(oe)history.replaceState(t,"");else if(e.newState==="open")history.pushState(t,
"");else return;oe=e.newState},!0);addEventListener("popstate",e=>{let t=oe;oe=e.state?.details,!(!t||oe)&&(e.stopImmediatePropagation(),t==="closed"?history.back():
document.getElementById("details")?.hidePopover())});document.addEventListener("htmx:beforeHistoryUpdate",e=>{oe&&(e.detail.history.type="replace"),oe=void 0});
oe==="open"&&!te()&&document.getElementById("details")?.showPopover();var Ts=!1,Go;document.addEventListener("htmx:oobBeforeSwap",e=>{if(e.detail.target.id==="d\
etails"&&(Go=Zo()),e.detail.target.id!=="fill")return;let t=e.detail.target.querySelector("dialog[open]");Ts=!!t,t?.close()});document.addEventListener("htmx:oo\
bAfterSwap",e=>{e.detail.target.id==="fill"&&(Yo(),Ts&&!document.querySelector("#fill dialog")&&R()),e.detail.target.id==="details"&&(Go?.(),Go=void 0,$s(document.
querySelector("#details form.editing [aria-invalid]")))});document.addEventListener("htmx:afterSwap",Yo);document.addEventListener("click",e=>{let t=e.target.closest?.(
"dialog:modal [data-close]");t&&(e.preventDefault(),t.closest("dialog").close());let n=e.target.closest?.("[data-opens]");if(n){e.preventDefault();let o=n.closest(
"[popover]"),r=document.querySelector(`[popovertarget="${o.id}"]`);o.hidePopover(),document.getElementById(n.getAttribute("popovertarget")).showPopover({source:r})}});
document.addEventListener("keydown",e=>{e.key!=="Enter"||e.altKey||!e.target.matches?.("#fill select")||(e.preventDefault(),e.target.form.requestSubmit())});document.
addEventListener("submit",e=>e.target.classList?.remove("editing"),!0);document.addEventListener("keydown",e=>{e.key!=="Enter"||!(e.ctrlKey||e.metaKey)||!e.target.
matches?.("#field-content")||(e.preventDefault(),e.target.form.requestSubmit())});var ft=new Set;async function Ns(e,t){let n=await fetch(t,{headers:{"HX-Request":"true"}});if(!n.ok)throw new Error(n.status);let o=new DOMParser().parseFromString(
await n.text(),"text/html"),[r,a]=[document.getElementById(e),o.getElementById(e)];r&&a&&ft.has(e)&&Ms(r,document.importNode(a,!0))}var Qo;document.addEventListener(
"htmx:beforeRequest",e=>{let t=e.target.closest?.(".dlv");Qo=t?.contains(document.activeElement)?t.id:void 0});var Os=e=>Qo===e&&(document.activeElement===document.
body||document.getElementById(e)?.contains(document.activeElement));document.addEventListener("htmx:oobAfterSwap",e=>{let{id:t}=e.detail.target;Qo&&Os(t)&&document.
getElementById(t).querySelector("a").focus()});function Ms(e,t){let n=e.contains(document.activeElement)||Os(e.id);e.replaceWith(t),w(t),window.htmx.process(t),
n&&t.querySelector("a").focus()}document.addEventListener("click",async e=>{let t=e.target.closest?.("a[data-attempts]");if(!t||e.ctrlKey||e.metaKey||e.shiftKey)
return;e.preventDefault();let n=t.closest(".dlv"),o=n.querySelector(".attempts");if(o){ft.delete(n.id),o.remove();return}ft.add(n.id);try{await Ns(n.id,t.href)}catch{
M(t.href)}});document.addEventListener("htmx:configRequest",e=>{e.target.closest(".dlv")&&!e.detail.path.includes("?")&&(e.detail.path+=document.querySelector("\
#thead .back").search)});var er=e=>!!e.querySelector(":is(.failed, .waits):not([hidden])"),Gc=12e4;setInterval(()=>{let e=!1;for(let t of document.querySelectorAll(
".conv .waits[hidden]"))t.hidden=Date.now()-Number(t.dataset.since)<Gc,e||=!t.hidden;e&&be()},1e4);function tr(e){let{conversationId:t,failed:n,waits:o}=e.dataset,
r=document.querySelector(`.conv[data-conversation-id="${t}"]`);r&&(r.querySelector(".failed").hidden=n!=="true",o!=="true"&&r.querySelector(".waits")?.remove(),
document.querySelector('#list[data-view="undelivered"]')&&r.parentElement.classList.toggle("gone",!er(r))),(n==="true"||[...document.querySelectorAll("a[data-qu\
iet]")].some(i=>!i.hidden))&&be();let a=document.getElementById(e.id);if(!a){document.querySelector(`#m-${e.dataset.messageId} > div`)?.append(e),window.htmx.process(
e);return}let s=a.querySelector(".attempts");s&&(ft.add(e.id),e.append(s)),Ms(a,e),ft.has(e.id)&&Ns(e.id,e.querySelector("a").href).catch(()=>{})}var Rs=e=>[...e].map(t=>t.length>1?t:t.normalize("NFD")[0].toLowerCase()).join(""),Yc=e=>e!==void 0&&/[\p{L}\p{N}]/u.test(e),Ps=()=>Rs(document.getElementById("\
list")?.dataset.q??"").split(/[^\p{L}\p{N}]+/u).filter(Boolean),Zc="#rows :is(.who, .subj, .prev), #thead h2, .det :is(.strong, dd)";function Qc(e,t){let n=Rs(e.
data);return n.length!==e.data.length?[]:t.flatMap(o=>{let r=[];for(let a=n.indexOf(o);a>=0;a=n.indexOf(o,a+o.length)){if(Yc(n[a-1]))continue;let s=new Range;s.
setStart(e,a),s.setEnd(e,a+o.length),r.push(s)}return r})}function mn(){if(!window.Highlight)return;let e=Ps(),t=[];for(let n of e.length?document.querySelectorAll(
Zc):[]){if(n.querySelector(".hit"))continue;let o=document.createTreeWalker(n,NodeFilter.SHOW_TEXT);for(;o.nextNode();)t.push(...Qc(o.currentNode,e))}t.length?CSS.
highlights.set("found",new Highlight(...t)):CSS.highlights.delete("found")}function Fs(){mn();let e=document.getElementById("thread"),t=document.getElementById(
location.hash.slice(1)),n=[...(t??e)?.querySelectorAll(".hit")??[]];if(!e||!n.length)return;let{top:o,bottom:r}=e.getBoundingClientRect(),a=s=>s.getBoundingClientRect().
bottom<r&&s.getBoundingClientRect().top>o;n.some(a)||n.at(t?0:-1).scrollIntoView({block:"center"})}Fs();document.addEventListener("htmx:afterSettle",e=>{e.target.
id==="open"?Fs():Ps().length&&mn()});var Hs=e=>[Date.parse(e.querySelector("time").dateTime),Number(e.dataset.conversationId)];function ed(e,t){let[n,o]=Hs(e),[r,a]=Hs(t);return n<r||n===r&&o<a}function nr(e){
let t=e.querySelector(".conv"),n=document.getElementById("rows"),o=[...n.children].find(r=>r!==e&&(r.matches(".more")||ed(r.querySelector(".conv"),t)));return o?.
matches(".more")?n.contains(e):(o?o.previousElementSibling!==e&&o.before(e):n.append(e),!0)}function or(e){for(let t of e.querySelectorAll("span[data-count]"))for(let n of document.
querySelectorAll(`span[data-count="${t.dataset.count}"]`))n.textContent=t.textContent;for(let t of document.querySelectorAll("a[data-quiet]")){let{textContent:n,
dataset:o}=t.querySelector(".n"),r=n==="0",a=document.querySelector(`#list[data-view="${o.count}"]`);t.hidden=t.matches("#list *")?r||!!a:r&&!a}}function Ks(){let e=document.
getElementById("list");if(!e)return"";let t=new URLSearchParams(location.search);return t.set("view",e.dataset.view),`?${t}`}async function rr(e){let t=Ks(),n=await fetch(
`${e}/counts${t}`);if(!n.ok)throw new Error(n.status);let o=new DOMParser().parseFromString(await n.text(),"text/html");Ks()===t?or(o):await rr(e)}var x=document.body.dataset,Ee=()=>document.getElementById("list"),ir=()=>document.getElementById("rows"),k=()=>document.getElementById("open")?.dataset.conversationId??
"",p=e=>document.querySelector(`.conv[data-conversation-id="${e}"]`);function vt(e,t){let n=e.querySelector(".cnt");n.hidden=t===0,n.querySelector(".n").textContent=
t,e.classList.toggle("unread",t>0)}var lr=e=>e.classList.contains("unread")?Number(e.querySelector(".cnt .n").textContent):0;function re(e){let t=document.createElement(
"template");t.innerHTML=e;let n=t.content.firstElementChild;return w(t.content),n}function ur(e){let t=document.getElementById("messages"),n=e.matches("article");
if(!t||n&&e.dataset.conversationId!==k())return;let o=document.getElementById(e.id);if(o&&!n)return;if(window.htmx.process(e),o){o.classList.contains("cont")&&e.
classList.add("cont"),o.replaceWith(e);return}let{earlier:r,later:a}=document.getElementById("thread").dataset;if(a!==void 0)return;let s=Number(e.dataset.at),i=[
...t.querySelectorAll("[data-at]")],c=i.find(y=>Number(y.dataset.at)>s);if(c&&c===i[0]&&r!==void 0)return;if(c){c.before(e),n||c.classList.remove("cont");return}
let d=i.at(-1),u=document.getElementById("sending"),v=y=>u?u.before(y):t.append(y);if(!d||Ue(new Date(Number(d.dataset.at)))!==Ue(new Date(s))){let y=document.createElement(
"div");y.className="day",y.textContent=Ue(new Date(s)),(d||t.children.length===0)&&v(y)}else n&&d===t.lastElementChild&&d.dataset.by===e.dataset.by&&s-Number(d.
dataset.at)<3e5&&e.classList.add("cont");v(e)}var pt,Vs;function Ne(e){pt=e,fr()}var js=()=>document.visibilityState==="visible"&&document.hasFocus();function fr(){
if(!pt||!js())return;let e=pt;if(pt=void 0,e!==k())return;let t=p(e);t&&vt(t,0),clearTimeout(Vs),Vs=setTimeout(()=>fetch(`${x.base}/inbox/${e}/read`,{method:"PO\
ST"}).catch(()=>{pt??=e}),300)}document.addEventListener("visibilitychange",fr);addEventListener("focus",fr);function Js(e){let{conversationId:t,author:n}=e.dataset,
o=document.getElementById(e.id);ad(t),ur(e),n==="customer"&&!o&&Ne(t)}function td(e){let t=e.dataset.conversationId,n=e.dataset.author==="customer",o=document.getElementById(
e.id);n?As(e):ks(e);let r=t===k()&&js();t===k()&&Js(e);let a=p(t);a&&n&&!o&&!r&&Number(e.dataset.at)>=Date.parse(a.querySelector("time").dateTime)&&vt(a,lr(a)+1)}
function ar(e){let t=Ee().dataset,n=e.dataset,o=t.view==="resolved"||t.view==="closed"?t.view:"open";return t.view==="undelivered"&&!er(e)||t.view==="mentions"&&
!e.dataset.mentions?.split(" ").includes(x.me)&&!p(e.dataset.conversationId)?!1:(["all","undelivered","mentions"].includes(t.view)||n.status===o)&&!(t.view==="m\
ine"&&n.assignee!==x.me)&&!(t.view==="unassigned"&&n.assignee!=="")&&(!t.category||n.category===t.category)&&(!t.channel||n.channel===t.channel)&&(!t.assignee||
n.assignee===t.assignee)&&(!t.tag||n.tags.split(`
`).includes(t.tag))}function hn(){let e=document.getElementById("list-scroll");return e.scrollTop===0&&!e.matches(":hover")&&!e.contains(document.activeElement)}
var nd=200,Us;function od(){ir().children.length<=nd||(Us??=setTimeout(()=>{Us=void 0,Ee()&&hn()&&xe()},2e3))}var gt=new Set;function cr(){let e=document.getElementById(
"news");e&&(e.hidden=gt.size===0,e.firstElementChild.textContent=x.tNewRows.replace("%",gt.size))}function rd(e,t){let n=e.firstElementChild,o=n.dataset.conversationId;
Bs(n,t);let r=n.querySelector(".prev[data-own]");r&&r.dataset.by===x.me&&(r.textContent=r.dataset.own),Ls(n,t),n.dataset.assignee===x.me&&n.querySelector(".end \
.av")?.remove();let a=p(o);if((!a||we(a)!==we(n)||a.dataset.status!==n.dataset.status||a.dataset.assignee!==n.dataset.assignee)&&be(),!!Ee()){if(Gs(n),n.search=
location.search.replace(/([?&])(before|after|m|tab)=[^&]*/g,"$1"),a){vt(n,lr(a)),a.hasAttribute("aria-current")&&n.setAttribute("aria-current","true");let i=a===
document.activeElement,c=a.parentElement;if(!ar(n)&&hn()&&o!==k()){c.remove();return}c.classList.toggle("gone",!ar(n)),ra(n,a),a.replaceWith(n),window.htmx.process(
c),c.querySelector(".sel").ariaLabel=e.querySelector(".sel").ariaLabel,ve(n),i&&n.focus(),D(o),mn(),Ee().dataset.sort==="newest"&&hn()&&o!==k()&&nr(c);return}if(!ar(
n)||Ee().dataset.q){gt.delete(o),cr();return}if(hn()&&Ee().dataset.sort==="newest"){if(!nr(e))return;document.querySelector("#list .blank")?.remove(),window.htmx.
process(e),ve(n),D(o),o!==k()&&Xs(o),od()}else gt.add(o),cr()}}var mt=new Set,Ws;function Xs(e){mt.add(e),Ws??=setTimeout(async()=>{Ws=void 0;let t=[...mt].slice(
0,50);for(let n of t)mt.delete(n);try{let n=await fetch(`${x.base}/unread?${t.map(o=>`id=${o}`).join("&")}`);for(let o of re(await n.text()).children){let r=p(o.
dataset.conversationId);r&&vt(r,Math.max(lr(r),Number(o.textContent)))}}catch{}mt.size&&Xs([...mt][0])},100)}var _s=()=>document.querySelector("#details [popove\
r]:popover-open, #details form.editing"),yt=!1;function Gs(e){if(e.dataset.conversationId!==k())return;let t=document.getElementById("details").dataset;(document.
querySelector("#summary .sum")||["status","assignee","category","priority","tags","event","summary"].some(n=>t[n]!==e.dataset[n]))&&mr()}function mr(){yt=!!_s(),
yt||window.htmx.ajax("GET",`${x.base}/inbox/${k()}/parts${location.search?`${location.search}&`:"?"}event=${document.getElementById("details").dataset.event}`,{
source:"#open",target:"#thead",swap:"none"})}var pr=!1,Ys=e=>{pr=!!e.target.closest?.("#thead button, #details button")},hr=()=>setTimeout(()=>{pr=!1,yt&&k()&&mr()});
document.addEventListener("pointerdown",Ys,!0);document.addEventListener("keydown",e=>{e.key===" "&&Ys(e)},!0);document.addEventListener("keyup",e=>{e.key===" "&&
hr()},!0);for(let e of["pointerup","pointercancel","dragend"])document.addEventListener(e,hr,!0);addEventListener("blur",hr);document.addEventListener("htmx:oob\
BeforeSwap",e=>{let{target:t,fragment:n}=e.detail;if(!["thead","details"].includes(t.id))return;let o=Number(n.querySelector("[data-event]")?.dataset.event)<Number(
t.dataset.event);!o&&!pr&&!(t.id==="details"&&_s())||(e.detail.shouldSwap=!1,o||(yt=!0))});document.addEventListener("toggle",e=>{yt&&e.newState==="closed"&&k()&&
mr()},!0);var gr;async function Zs(){gr=void 0;try{await rr(x.base)}catch{}}function be(){gr??=setTimeout(Zs,1e3+Math.random()*4e3)}document.addEventListener("h\
tmx:afterRequest",e=>{!e.detail.successful||e.detail.requestConfig.verb!=="post"||(clearTimeout(gr),Zs())});var sr=new Map;function yr(e){let{conversationId:t,user:n,
role:o,on:r,at:a}=e.dataset;if(n===x.me)return;bs(t,n,r==="true");let s=`${t}/${n}/${o}`;clearTimeout(sr.get(s)),sr.delete(s),document.getElementById("typing")?.
querySelector(`[data-key="${s}"]`)?.remove();let i=p(t);if(i?.classList.remove("types"),r==="true"){if(t===k()){let c=e.cloneNode(!0);c.dataset.key=s,document.getElementById(
"typing").append(c)}o==="customer"&&i?.classList.add("types"),sr.set(s,setTimeout(()=>yr(Qs(e)),Math.min(Math.max(500,Number(a)-Date.now()),15e3)))}}function Qs(e){
let t=e.cloneNode(!0);return t.dataset.on="false",t}function ad(e){for(let t of document.querySelectorAll("#typing .typing"))t.dataset.conversationId===e&&yr(Qs(
t))}function sd(e){let{conversationId:t,user:n}=e.dataset,o=p(t);n===x.me&&(ut(t),ln(t),o&&vt(o,0))}var Me,pn=!1;async function xe(){if(!Ee()){be();return}if(Me){
pn=!0;return}Me=[];try{let{href:e}=location,t=await fetch(e,{headers:{Accept:"text/html","X-Svcx-Parts":"1"}});if(t.status===429||t.status>=500)throw new Error(
t.status);if(t.redirected||!t.ok){location.reload();return}let n=new DOMParser().parseFromString(await t.text(),"text/html");location.href===e?id(n):pn=!0;let{sequence:o}=n.
body.dataset,r=Me.filter(a=>a.id>Number(o));Me=void 0;for(let a of r)ti[a.name](a)}catch{setTimeout(xe,2e3)}finally{Me=void 0}pn&&(pn=!1,await xe())}function id(e){
let t=document.activeElement?.id,n=document.activeElement?.closest?.("#rows > li")?.querySelector(".conv").dataset.conversationId,o=document.activeElement?.matches(
".sel")?".sel":".conv";for(let a of["rows","thread","thead","details","summary"]){let s=e.getElementById(a),i=document.getElementById(a);if(!s||!i||i.contains(document.
activeElement)&&a==="details")continue;let c=[...document.querySelectorAll(".scroll")].map(u=>[u,u.scrollTop]),d=document.importNode(s,!0);if(w(d),a==="thread"){
for(let u of["data-earlier","data-later"])i.toggleAttribute(u,s.hasAttribute(u));i.replaceChildren(...d.childNodes)}else{let u=a==="details"?Zo():void 0;i.replaceWith(
d),u?.()}window.htmx.process(document.getElementById(a));for(let[u,v]of c)u.scrollTop=v}or(e);let r=document.querySelector("#list .blank");ir().children.length?
r?.remove():!r&&e.querySelector("#list .blank")&&ir().before(document.importNode(e.querySelector("#list .blank"),!0)),gt=new Set,cr(),w(),je(),De(),Number(e.getElementById(
"open")?.dataset.unread)>0&&Ne(k()),ve(),t&&document.activeElement?.id!==t&&document.getElementById(t)?.focus(),n&&p(n)?.parentElement.querySelector(o).focus()}
var yn=[];document.addEventListener("htmx:beforeRequest",e=>{e.detail.target?.id==="open"&&(yn=[])});function ei(){let e=yn.filter(t=>t.id>Number(document.getElementById(
"open")?.dataset.sequence));yn=[];for(let{name:t,data:n}of e){let o=re(n);if(t==="conversation")Gs(o.firstElementChild);else{if(o.dataset.conversationId!==k())continue;
t==="delivery"?tr(o):t==="message"&&Js(o)}}}var ti={message:e=>td(re(e.data)),conversation:e=>rd(re(e.data),e.tells),delivery:e=>tr(re(e.data)),viewing:e=>ws(e.
data&&re(e.data)),typing:e=>yr(re(e.data)),read:e=>sd(re(e.data)),reset:xe},zs;function gn(e){let t=document.getElementById("connection");clearTimeout(zs),va(e),
e==="open"?t.textContent="":e==="silent"?t.textContent=x.tOffline:t.textContent||(zs=setTimeout(()=>{t.textContent=x.tOffline},1e3)),e==="out"&&h()}async function cd(){
for(;!await Xe();)gn("silent"),await new Promise(e=>{setTimeout(e,2e3)});location.reload()}var dr,ht=()=>dr?.({open:k(),visible:document.visibilityState==="visi\
ble"&&document.hasFocus()});function ni(){let e=Number(x.sequence),t=n=>{n.state?gn(n.state):ti[n.name]?.(n),n.id>0&&n.name!=="reset"&&(Me?.push(n),Je()&&yn.push(
n))};if(document.getElementById("news")?.addEventListener("click",xe),window.SharedWorker){let{port:n}=new SharedWorker(x.worker,{type:"module",name:"svcx"});n.
onmessage=({data:o})=>t(o),n.postMessage({base:x.base,since:e}),dr=o=>n.postMessage({look:o}),addEventListener("pagehide",()=>n.postMessage({})),addEventListener(
"pageshow",o=>{o.persisted&&cd()})}else import("./stream.js").then(({connect:n})=>{dr=n(x.base,e,t).look,ht()});ht();for(let n of["visibilitychange","focus","bl\
ur"])(n==="visibilitychange"?document:window).addEventListener(n,ht);addEventListener("offline",()=>gn("lost")),addEventListener("online",()=>gn("open"))}function dd(e){let t=e.elements.seen;if(!e.elements.content.value)delete e.dataset.begun;else if(t&&!e.dataset.begun){e.dataset.begun="true";let n=[...document.
querySelectorAll("#messages article[data-message-id]")].at(-1);n&&document.getElementById("thread").dataset.later===void 0&&(t.value=n.dataset.messageId)}}document.
addEventListener("input",e=>{let t=e.target.closest?.("form[data-write]");t&&dd(t)});function oi(){for(let e of document.querySelectorAll("form[data-write]"))e.
elements.content.value&&(e.dataset.begun="true")}var bt=document.body.dataset,ld=5e3,wt;function br(){if(!wt)return;let e=wt;wt=void 0,clearTimeout(e.timer);let t=document.getElementById("waiting"),n=t?.contains(
document.activeElement);return t?.remove(),e.form.inert=!1,n&&e.form.elements.content.focus(),e.form.classList.remove("waits"),e}function vr(){let e=br();if(!e)
return;let t=document.createElement("input");t.type="hidden",t.name=e.button?.name??"",t.value=e.button?.value??"",t.name&&e.form.append(t),e.go(),t.remove()}function ud(e){
let t=document.createElement("div");t.id="waiting",t.className="banner waiting";let n=document.createElement("span");n.className="grow",n.setAttribute("role","s\
tatus");let o=document.createElement("button");o.className="btn sm",o.type="button",o.textContent=bt.tUndo,o.dataset.undo="",o.addEventListener("click",br),t.append(
n,o),e.before(t),n.textContent=bt.tSending,o.focus()}var wr=e=>`svcx:left:${bt.base}:${bt.me}:${e}`,Re;function ai(e){Re?.disconnect(),Re=void 0,!(!e||ri(e))&&(Re=
new MutationObserver(()=>{ri(e)&&(Re?.disconnect(),Re=void 0)}),Re.observe(document.getElementById("messages"),{childList:!0}))}function ri(e){try{let t=localStorage.
getItem(wr(e));if(!t)return!0;let n=document.querySelector('form[data-write="reply"]').elements.content,o=[...document.querySelectorAll('#messages article[data-\
author="agent"] .body')].at(-1)?.textContent.trim();if(n.value.trim()===t&&o!==t)return!1;if(localStorage.removeItem(wr(e)),n.value.trim()!==t)return!0;n.value=
"",setTimeout(()=>n.dispatchEvent(new Event("input",{bubbles:!0})))}catch{}return!0}bt.undoSend&&(document.addEventListener("htmx:confirm",e=>{let t=e.target;if(!t.
matches?.('form[data-write="reply"]')||e.detail.triggeringEvent?.type!=="submit"||!t.elements.content.value.trim()&&!t.querySelector("[name=attachment]:enabled")||
(e.preventDefault(),wt))return;t.inert=!0,t.classList.add("waits");let n=e.detail.triggeringEvent.submitter;wt={form:t,button:n,go:()=>e.detail.issueRequest(!0),
timer:setTimeout(vr,ld)},ud(t)}),document.addEventListener("htmx:beforeSwap",e=>{e.detail.target?.id==="open"&&vr()}),document.addEventListener("htmx:oobBeforeS\
wap",e=>{e.detail.target.id==="composer"&&vr()}),addEventListener("pagehide",()=>{let e=br();if(!e)return;if(S()){ds(e.form,e.button);return}let t=new FormData(
e.form,e.button?.name?e.button:void 0);try{localStorage.setItem(wr(document.getElementById("open").dataset.conversationId),e.form.elements.content.value.trim())}catch{}
fetch(e.form.getAttribute("hx-post")??e.form.action,{method:"POST",body:t,keepalive:!0,headers:{"HX-Request":"true"}}).catch(()=>{})}));var vn=document.body.dataset,Et=new Map,wn=new WeakMap,si=new WeakSet,ii=e=>e>0&&e<500&&e!==429,qr=e=>[...e.elements].filter(t=>t.name&&!t.matches("button")),xr=e=>JSON.
stringify([e.getAttribute("action"),qr(e).map(({name:t})=>t)]);function ci(e,t){return e.querySelector("[aria-multiselectable]")?t?.value||e.elements.typed?.value.
trim():""}function fd(e,t){let n=qr(e).filter(({name:o,type:r})=>r==="hidden"&&o!=="key"&&!o.startsWith("was."));return JSON.stringify([xr(e),n.map(({value:o})=>o),
ci(e,t)])}function Er(e){let t=e.cloneNode(!0);for(let n of t.querySelectorAll('[aria-hidden="true"], .sr'))n.remove();return e.ariaLabel||t.textContent.trim()}
function md(e,t){let n=ci(e,t),o=n?e.querySelector('[role="listbox"]'):t?.closest('[role="listbox"]');if(o)return vn.tChoice.replace("%a",()=>o.ariaLabel??"").replace(
"%b",()=>n||Er(t));let r=e.querySelectorAll(".field label");return r.length===1?Er(r[0]):t?Er(t):""}document.addEventListener("htmx:beforeRequest",e=>{let{target:t,
detail:{xhr:n,requestConfig:o}}=e;if(e.defaultPrevented||!t.matches("form")||t.dataset.write||o.verb!=="post")return;let r=o.triggeringEvent?.submitter;if(wn.set(
n,{id:t.closest("#open")?l():"",form:t,submitter:r,what:fd(t,r),name:md(t,r),sent:[...o.formData]}),!si.has(t)){si.add(t);for(let a of["htmx:sendError","htmx:ti\
meout","htmx:responseError"])t.addEventListener(a,pd);t.addEventListener("htmx:beforeOnLoad",a=>{let s=wn.get(a.detail.xhr);s&&ii(a.detail.xhr.status)&&Sr(s.what)})}});
var kr=e=>wn.has(e)&&!ii(e.status);function pd({detail:{xhr:e}}){let t=wn.get(e);if(!t||!kr(e))return;let n=b(e.status,e.responseText),o=Et.get(t.what)?.bar,r=o?.
contains(document.activeElement);o?.remove();let a=Lr(n,t.name,()=>Cr({...t,gone:()=>Sr(t.what)}));a.classList.add("undone");let s=document.createElement("butto\
n");s.className="btn ghost sm",s.type="button",s.textContent=vn.tDismiss,s.addEventListener("click",()=>Sr(t.what)),a.append(s),Et.set(t.what,{id:t.id,bar:a}),Ir(),
r&&a.querySelector("button").focus(),a.checkVisibility()||de(a.firstElementChild.textContent)}function Lr(e,t,n){let o=document.createElement("div");o.className=
"banner bad",o.setAttribute("role","alert");let r=document.createElement("span");if(r.className="grow",t){let[a,s]=vn.tNamed.split("%"),i=document.createElement(
"bdi");i.textContent=t,r.append(a,i,`${s} `)}if(r.append(e),o.append(r),n){let a=document.createElement("button");a.className="btn sm",a.type="button",a.textContent=
vn.tAgain,a.addEventListener("click",n),o.append(a)}return o}function Sr(e){let t=Et.get(e)?.bar;Et.delete(e);let n=t?.contains(document.activeElement);t?.remove(),
n&&R()}function Ir(){let e=document.getElementById("alert");for(let{id:t,bar:n}of Et.values())e&&n.parentElement!==e&&(!t||t===l())&&e.append(n)}document.addEventListener(
"htmx:oobBeforeSwap",e=>{let{target:t,fragment:n}=e.detail;if(t.id!=="alert"||!t.querySelector(":scope > .undone"))return;e.detail.shouldSwap=!1;for(let r of t.
querySelectorAll(":scope > :not(.undone)"))r.remove();let o=[...n.querySelectorAll("#alert > *")];t.prepend(...o);for(let r of o)window.htmx.process(r)});function Cr({
form:e,submitter:t,sent:n=[],gone:o}){let r=e.isConnected?e:[...document.forms].find(s=>xr(s)===xr(e));if(r&&r!==e)for(let s of qr(r)){let i=n.find(([c])=>c===s.
name)?.[1];typeof i=="string"&&s.name!=="key"&&s.matches('input:not([type="checkbox"], [type="radio"], [type="file"]), textarea, select')&&(s.value=i)}let a=t&&
[t,...r?.elements??[]].find(s=>s.isConnected&&s.name===t.name&&s.value===t.value);a?a.click():r&&t?.name==="add"&&![...r.elements].some(s=>s.name==="remove"&&s.
value===t.value)?(r.querySelector('[role="listbox"]').append(t),t.click(),t.remove()):r&&!t?.name?r.requestSubmit():o()}var hd={"rt-image":"img","rt-audio":"audio","rt-video":"video"},di="a:is(.rt-image, .rt-audio, .rt-video)";function li(e){let t=document.createElement(hd[e.classList[0]]);
t.className="rt-shown",e.dataset.width&&t.setAttribute("width",e.dataset.width),e.dataset.height&&t.setAttribute("height",e.dataset.height),t.localName==="img"?
(t.alt=e.textContent,t.tabIndex=-1):(t.controls=!0,t.setAttribute("aria-label",e.textContent)),t.src=e.getAttribute("href"),t.addEventListener("error",()=>t.replaceWith(
e),{once:!0});let n=e===document.activeElement;e.replaceWith(t),n&&t.focus()}var ui=e=>e.parentElement.classList.add("lost");document.addEventListener("error",e=>{
e.target.matches?.(".shot img")&&ui(e.target)},!0);for(let e of document.querySelectorAll(".shot img"))e.complete&&!e.naturalWidth&&ui(e);document.addEventListener(
"click",e=>{let t=e.target.closest?.("[data-show-media]");if(t){for(let o of t.closest("article").querySelectorAll(di))li(o);t.remove();return}let n=e.target.closest?.(
di);!n||e.ctrlKey||e.metaKey||e.shiftKey||(e.preventDefault(),li(n))});var B=()=>document.getElementById("mentions"),F=()=>document.getElementById("note"),$r=()=>[...B().querySelectorAll('[role="option"]')],gd=()=>$r().filter(e=>!e.
hidden),bn=()=>B().querySelector('[aria-selected="true"]'),xt=e=>e.normalize("NFD").replace(/\p{M}/gu,"").toLowerCase(),J=-1,Se=-1,Ar;function yd(){return Ar=(async()=>{
let e=await fetch(B().dataset.from,{headers:{"HX-Request":"true"}});if(e.status===401&&h(),!e.ok)throw new Error(b(e.status,await e.text()));let t=document.createElement(
"template");t.innerHTML=await e.text(),document.getElementById("mentions-list").replaceWith(t.content.firstElementChild)})(),Ar}function Br(){let{value:e,selectionStart:t,
selectionEnd:n}=F();if(t!==n)return;let o=/(?:^|[^\p{L}\p{N}_])@([^\n@]{0,64}(?:(?<=\S)@[^\s@]{0,64})?)$/u.exec(e.slice(0,t));return o&&{at:t-o[1].length-1,name:o[1]}}
function vd(e){let t=xt(e.trim()),n;for(let o of $r()){let r=xt(o.textContent);o.hidden=!r.includes(t);let a=o.hidden?0:xt(o.dataset.name)===t?3:r.split(/\s+/).
some(s=>s.startsWith(t))?2:1;a>(n?.rank??0)&&(n={rank:a,option:o})}B().hidden=!n,fi(/\s$/.test(e)?void 0:n?.option)}function fi(e){for(let t of $r())t.setAttribute(
"aria-selected",String(t===e));e?.scrollIntoView({block:"nearest"}),e?F().setAttribute("aria-activedescendant",e.id):F().removeAttribute("aria-activedescendant")}
function qe(){J=-1,B()&&(B().hidden=!0,F().removeAttribute("aria-activedescendant"),F().removeAttribute("aria-controls"))}async function Tr(){Dr();let e=Br();if((!e||
e.at!==Se)&&(Se=-1),!e||e.at===Se){qe();return}J<0&&(F().setAttribute("aria-controls","mentions-list"),yd().catch(n=>{qe(),A(n instanceof TypeError?b():n.message)})),
J=e.at;try{await Ar}catch{return}let t=B()&&Br();t&&t.at===J&&vd(t.name),Dr()}function mi(e){let t=F(),n=Br();if(!n)return;Se=n.at;let o=t.selectionEnd,r=`@${e.
dataset.mention}${/^\s/.test(t.value.slice(o))?"":" "}`;t.focus(),t.setSelectionRange(n.at,o),document.execCommand("insertText",!1,r)||(t.setRangeText(r,n.at,o,
"end"),t.dispatchEvent(new Event("input",{bubbles:!0}))),qe()}function Dr(){let e=document.querySelector("[data-which]");if(!e||!B())return;let{value:t}=F(),o=[
...new Set([...B().querySelectorAll("[data-shared]")].map(s=>s.dataset.name))].map(s=>({name:s,at:xt(t).search(new RegExp(`(?<![\\p{L}\\p{N}_])@${xt(s).replace(
/[\\^$.*+?()[\]{}|/-]/g,"\\$&")}(?![\\p{L}\\p{N}_@])`,"u"))})).find(s=>s.at>=0&&(B().hidden||s.at!==J)),r=o?e.dataset.which.replace("%",()=>o.name):"";if(e.textContent===
r||(e.replaceChildren(),!r))return;let a=document.createElement("button");a.type="button",a.className="link",a.textContent=r,a.addEventListener("click",()=>{let s=F(),
i=s.value.toLowerCase().indexOf(`@${o.name.toLowerCase()}`)+o.name.length+1;Se=-1,s.focus(),s.setSelectionRange(i,i),Tr()}),e.append(a)}document.addEventListener(
"input",e=>{e.target.id==="note"&&!e.isComposing&&B()&&Tr()});document.addEventListener("compositionend",e=>{e.target.id==="note"&&B()&&Tr()});document.addEventListener(
"keydown",e=>{if(J<0||e.target!==F()||B().hidden||e.isComposing||e.ctrlKey||e.metaKey||e.altKey||e.shiftKey)return;let t=gd(),n={ArrowDown:1,ArrowUp:-1}[e.key];
if(n)fi(t[(t.indexOf(bn())+(bn()||n>0?n:0)+t.length)%t.length]);else if((e.key==="Enter"||e.key==="Tab")&&bn())mi(bn());else if(e.key==="Escape")Se=J,qe();else return;
e.preventDefault(),e.stopPropagation()},!0);document.addEventListener("mousedown",e=>{e.target.closest?.("#mentions")&&e.preventDefault()});document.addEventListener(
"click",e=>{let t=e.target.closest?.('#mentions [role="option"]');t?mi(t):J>=0&&!e.target.closest?.("#mentions, #note, [data-which]")&&qe()});document.addEventListener(
"focusin",e=>{J>=0&&e.target!==F()&&qe()});document.addEventListener("htmx:oobAfterSwap",e=>{e.detail.target.id==="composer"&&(Se=-1,qe(),Dr())});var pi=document.body.dataset,Nr=e=>e.closest?.("form[data-write]"),St=e=>e.querySelector(".format"),Or=e=>St(e).dataset.plain!==void 0;function Pe(e,t,n,o){e.focus(),
e.setSelectionRange(t,n),!document.execCommand(o?"insertText":"delete",!1,o)&&(e.setRangeText(o,t,n,"end"),e.dispatchEvent(new Event("input",{bubbles:!0})))}function En(e,t){
let{value:n,selectionStart:o,selectionEnd:r}=e,a=t.length;if(n.slice(o-a,o)===t&&n.slice(r,r+a)===t&&!(a===1&&n.slice(o-2,o)===t+t)){Pe(e,o-a,r+a,n.slice(o,r)),
e.setSelectionRange(o-a,r-a);return}let[,s,i,c]=/^(\s*)([^]*?)(\s*)$/.exec(n.slice(o,r));Pe(e,o,r,s+t+i+t+c);let d=o+s.length+a;e.setSelectionRange(d,d+i.length)}
function hi(e,t){let{value:n,selectionStart:o,selectionEnd:r}=e,a=n.lastIndexOf(`
`,o-1)+1,s=n.indexOf(`
`,r),i=s<0?n.length:s,c=n.slice(a,i).split(`
`),d=c.every(u=>u.startsWith(t));Pe(e,a,i,c.map(u=>d?u.slice(t.length):t+u).join(`
`))}function wd(e){let{value:t,selectionStart:n,selectionEnd:o}=e,r=t.slice(n,o);if(/^https?:\/\/\S+$/.test(r)){Pe(e,n,o,`[](${r})`),e.setSelectionRange(n+1,n+1);
return}Pe(e,n,o,`[${r}](https://)`);let a=n+r.length+3;e.setSelectionRange(a,a+8)}var gi={bold:e=>En(e,"**"),italic:e=>En(e,"*"),link:wd,list:e=>hi(e,"- "),quote:e=>hi(
e,"> "),code:e=>e.value.slice(e.selectionStart,e.selectionEnd).includes(`
`)?En(e,"\n```\n"):En(e,"`")};function yi(e,t){St(e).hidden=!t,e.querySelector("[data-formatting]").setAttribute("aria-expanded",String(t)),Or(e)||(e.elements.format.
value=t?"markdown":"",e.elements.content.value.trim()&&W(e)),t||xn(e,!1)}async function xn(e,t){let n=e.querySelector("[data-preview]"),o=e.elements.content;if(e.
querySelector("[data-show-preview]")?.setAttribute("aria-pressed",String(t)),!t){if(n.hidden)return;n.hidden=!0,o.hidden=!1,o.focus();return}try{let r=await fetch(
`${pi.base}/inbox/${document.getElementById("open").dataset.conversationId}/preview`,{method:"POST",body:new URLSearchParams({content:o.value}),headers:{"HX-Req\
uest":"true"}});if(r.status===401&&h(),!r.ok)throw new Error(r.status);n.innerHTML=await r.text()}catch{n.textContent=pi.tFailed}e.querySelector("[data-show-pre\
view]")?.getAttribute("aria-pressed")==="true"&&(n.hidden=!1,o.hidden=!0)}document.addEventListener("click",e=>{let t=Nr(e.target),n=e.target.closest?.("button");
!t||!n||(n.dataset.formatting!==void 0?(yi(t,St(t).hidden),t.querySelector("[data-preview]").hidden&&t.elements.content.focus()):n.dataset.format?(xn(t,!1),gi[n.
dataset.format](t.elements.content)):n.dataset.showPreview!==void 0&&xn(t,n.getAttribute("aria-pressed")!=="true"))});document.addEventListener("mousedown",e=>{
e.target.closest?.("[data-format]")&&e.preventDefault()});document.addEventListener("keydown",e=>{let t=Nr(e.target);if(!t||!e.target.matches("textarea")){let o=e.
target.closest?.(".format"),r={ArrowRight:1,ArrowLeft:-1}[e.key];if(!o||!r)return;let a=[...o.querySelectorAll("button")];e.preventDefault(),a[(a.indexOf(e.target)+
r+a.length)%a.length].focus();return}let n={b:"bold",i:"italic"}[e.key.toLowerCase()];!n||!(e.ctrlKey||e.metaKey)||e.altKey||e.shiftKey||Or(t)||(e.preventDefault(),
St(t).hidden&&yi(t,!0),gi[n](e.target))});document.addEventListener("paste",e=>{let t=Nr(e.target);if(!t||!e.target.matches("textarea")||t.elements.format.value!==
"markdown")return;let{value:n,selectionStart:o,selectionEnd:r}=e.target,a=e.clipboardData?.getData("text/plain").trim()??"";o===r||!/^https?:\/\/\S+$/.test(a)||
n.slice(o,r).includes(`
`)||(e.preventDefault(),Pe(e.target,o,r,`[${n.slice(o,r)}](${a})`))});document.addEventListener("svcx:restored",e=>{let t=e.target.elements.format.value==="mark\
down";Or(e.target)||(St(e.target).hidden=!t,e.target.querySelector("[data-formatting]").setAttribute("aria-expanded",String(t)),xn(e.target,!1))});var Sn=document.getElementById("zones");if(Sn){document.getElementById("field-zone").setAttribute("list","zones");for(let e of Intl.supportedValuesOf?.("timeZon\
e")??[])Sn.append(new Option("",e));qt()}function vi(){return window.isSecureContext?window.Notification?.permission??"missing":"insecure"}function qt(){let e=document.
getElementById("permission");e.hidden=!document.getElementById("field-desktop").checked;let t=vi();for(let n of e.querySelectorAll("[data-state]"))n.hidden=n.dataset.
state!==t}document.addEventListener("change",e=>{!Sn||e.target.id!=="field-desktop"||(qt(),e.target.checked&&vi()==="default"&&Notification.requestPermission().
then(qt))});document.addEventListener("click",e=>{e.target.closest?.("[data-permit]")&&Notification.requestPermission().then(qt)});document.addEventListener("re\
set",()=>{Sn&&setTimeout(qt)});var kt=document.getElementById("field-slug"),Mr=document.getElementById("field-name");if(kt&&Mr){let e=kt.value==="";kt.addEventListener("input",()=>{e=kt.value===
""}),Mr.addEventListener("input",()=>{e&&(kt.value=Mr.value.normalize("NFKD").replace(/\p{M}/gu,"").toLowerCase().replace(/[^a-z0-9]+/g,"-").replace(/^-|-$/g,"").
slice(0,63))})}document.addEventListener("click",e=>{e.target.closest?.("#download")&&setTimeout(()=>document.getElementById("export-line")?.dispatchEvent(new Event(
"begun")),700)});var wi=`svcx:place:${document.body.dataset.base}`,ke=()=>document.getElementById("list-scroll"),Rr=()=>[...document.querySelectorAll("#rows .conv")],bi=()=>JSON.
stringify(document.getElementById("list").dataset),Pr=e=>e.getBoundingClientRect().top;function Ei(){try{let e=JSON.parse(sessionStorage.getItem(wi));return e?.
list===bi()&&e}catch{return!1}}function xi(e){try{sessionStorage.setItem(wi,JSON.stringify(e))}catch{}}function Si(){if(!ke())return;let{top:e,bottom:t}=ke().getBoundingClientRect(),
n=a=>Pr(a)-e,o=ke().scrollTop?Rr().filter(a=>n(a)>-a.offsetHeight&&n(a)<t-e):[],r=!ke().checkVisibility()&&Ei()||{list:bi(),n:Rr().length,seen:o.map(a=>[a.dataset.
conversationId,n(a)])};xi({...r,open:l()})}addEventListener("pagehide",Si);document.addEventListener("htmx:beforeRequest",e=>{e.detail.target?.id==="open"&&!te()&&
Si()});var qn,Fr=new MutationObserver(qi);function qi(){let{n:e,seen:t,open:n}=qn,o=document.querySelector("#rows .more a");if(o&&Rr().length<e&&!p(t.at(-1)?.[0]??
n)){window.htmx.trigger(o,"click");return}Fr.disconnect();let[r,a]=t.find(([i])=>p(i))??[],s=()=>{p(r)&&(ke().scrollTop+=Pr(p(r))-Pr(ke())-a),t.some(([i])=>i===
n)||p(n)?.scrollIntoView({block:"nearest"})};s(),requestAnimationFrame(s)}if(ke()?.checkVisibility()&&(qn=Ei(),xi(null),qn&&(qn.open||performance.getEntriesByType(
"navigation")[0].type!=="navigate"))){for(let e of["pointerdown","wheel","keydown"])addEventListener(e,()=>Fr.disconnect(),!0);Fr.observe(document.getElementById(
"rows"),{childList:!0}),document.addEventListener("DOMContentLoaded",qi)}function bd(e){let t=[...document.querySelectorAll(`[popovertarget="${e.id}"]`)].find(c=>c.checkVisibility());if(!t)return;let n=t.getBoundingClientRect(),{width:o,
height:r}=e.getBoundingClientRect(),s=n.bottom+4+r<=innerHeight-8||n.top-4-r<8?n.bottom+4:n.top-4-r,i=n.left+o<=innerWidth-8?n.left:n.right-o;e.style.inset=`${Math.
max(Math.min(s,innerHeight-8-r),8)}px auto auto ${Math.max(i,8)}px`,e.style.margin="0"}if(!CSS.supports("position-area","bottom"))for(let e of["beforetoggle","t\
oggle"])document.addEventListener(e,t=>{if(t.target.matches(".pop")){if(t.newState!=="open"){e==="toggle"&&t.target.removeAttribute("style");return}t.target.style.
opacity=e==="toggle"?"":"0",e==="toggle"&&bd(t.target)}},!0);function Li(e){e.removeAttribute("open"),e.showModal(),(e.querySelector("[aria-invalid], [autofocus], input:not([type=hidden]), select, textarea")??e.querySelector(
"form button"))?.focus()}var ki=document.querySelector("dialog.ask[open]");ki&&Li(ki);document.querySelector(".tabs [aria-current]")?.scrollIntoView({inline:"ne\
arest",block:"nearest"});document.addEventListener("click",async e=>{let t=e.target.closest?.("[data-ask], .ask [data-close], button[data-copy]");if(t){if(t.dataset.
copy){let n=document.getElementById(t.dataset.copy);await Zn(n.dataset.value??n.value??n.textContent),m(document.body.dataset.tCopiedIt);return}e.preventDefault(),
t.dataset.ask?Li(document.getElementById(`ask-${t.dataset.ask}`)):t.closest("dialog").close()}});document.addEventListener("keydown",e=>{e.key!==" "||!e.target.
matches?.("a[role=button]")||(e.preventDefault(),e.target.click())});var Ed=3e3,xd=3e4,Sd=200,qd=document.querySelector("main"),ae=document.querySelector("table[data-new]");document.addEventListener("change",e=>{e.target.matches(
"[data-sift] select")&&e.target.form.requestSubmit(),e.target.matches("input[form=redeliver]")&&kd()});document.addEventListener("formdata",e=>{if(e.target.matches(
"[data-sift]"))for(let[t,n]of[...e.formData])n||e.formData.delete(t)});function kd(){let e=document.querySelector("[data-selected]"),t=document.querySelectorAll(
"input[form=redeliver]:checked").length;e.classList.toggle("on",t>0),e.querySelector("[data-text]").textContent=t?e.querySelector("[data-text]").dataset.text.replace(
"%",t):"",document.querySelector(".tbl")?.classList.toggle("selecting",t>0)}function Hr(e,t){let n=document.createElement("template");return n.innerHTML=e,w(n.content),
n.content.querySelector(t)}async function Kr(e){let t=await fetch(e,{headers:{"HX-Request":"true"}});if(t.status===401&&h(),!t.ok)throw new Error(t.status);return t.
text()}async function Ld(e){let t=document.getElementById(`x-${e.dataset.eventId}`),n=e.querySelector("[data-open]");if(t){t.remove(),e.classList.remove("open"),
n.setAttribute("aria-expanded","false");return}e.classList.add("open");try{let o=Hr(await Kr(n.href),"tr.x");if(!e.classList.contains("open")||document.getElementById(
o.id))return;e.after(o),n.setAttribute("aria-expanded","true")}catch{location.href=n.href}}document.addEventListener("click",e=>{if(e.ctrlKey||e.metaKey||e.shiftKey||
e.button!==0)return;let t=e.target.closest?.("tr.r");if(!t)return;let n=e.target.closest("a, button, input, label");n&&n.dataset.open===void 0||!n&&getSelection().
toString()||(e.preventDefault(),Ld(t))});function Id(){let e=ae.closest(".tbl");return qd.scrollTop===0&&!e.matches(":hover")&&!e.contains(document.activeElement)&&
!e.querySelector("tr.x, input:checked")}var Lt=[],Fe=!1;function Ci(){let e=ae.tBodies[0];for(ae.closest(".tbl").hidden=!1,document.querySelector("#open > .blan\
k")?.remove(),e.prepend(...Lt),Lt=[];e.querySelectorAll("tr.r").length>Sd;)e.lastElementChild.remove();Ai()}function Ai(){let e=document.querySelector(".ev-new");
e.hidden=Lt.length===0&&!Fe,e.firstElementChild.textContent=Fe?e.dataset.many:e.dataset.fresh.replace("%",Lt.length)}function Ii(e){let t=document.querySelector(
"[data-live]");!t||t.classList.contains("lost")===e||(t.classList.toggle("lost",e),t.lastElementChild.textContent=e?t.dataset.lost:t.dataset.on)}async function Cd(){
if(document.visibilityState!=="visible"||Fe)return;let e=new URL(ae.dataset.new,location.href);e.searchParams.set("after",ae.dataset.last);try{let t=Hr(await Kr(
e),"table");Ii(!1);let n=[...t.querySelectorAll("tr.r")].filter(o=>!document.getElementById(o.id));if(n.length===0)return;Fe=t.dataset.more==="true",ae.dataset.
last=t.dataset.last,Lt.unshift(...n),Id()&&!Fe?Ci():Ai()}catch{Ii(!0)}}async function Ad(){let e=document.getElementById("figures");if(!(document.visibilityState!==
"visible"||!e||e.matches(":hover")||e.contains(document.activeElement)||e.querySelector("details[open]")))try{e.replaceWith(Hr(await Kr(ae.dataset.figures),"#fi\
gures"))}catch{}}ae&&(document.querySelector(".ev-new button").addEventListener("click",()=>Fe?location.reload():Ci()),setInterval(Cd,Ed),setInterval(Ad,xd));var kn=e=>[...e.querySelectorAll(":scope > [data-id]")];async function Bi(e,t,n){let o=e.closest(".ordered"),r=document.activeElement?.id;try{let a=await fetch(
e.action,{method:"POST",body:new URLSearchParams(t),headers:{"HX-Request":"true"}});a.status===401&&h();let s=await a.text();if(!a.ok)throw new Error(b(a.status,
s));let i=document.createElement("template");i.innerHTML=s;let c=i.content.getElementById("ordered");document.getElementById("ordered").replaceWith(c),document.
getElementById(r)?.focus(),m(c.dataset.said)}catch(a){o.append(...n),m(a instanceof TypeError?b():a.message)}}var Ln=Promise.resolve();document.addEventListener(
"submit",e=>{if(!e.target.matches("[data-move]"))return;e.preventDefault();let{id:n,value:o}=e.submitter;e.submitter.ariaDisabled!=="true"&&(Ln=Ln.then(()=>{let r=document.
getElementById(n)?.form;return r&&Bi(r,{by:o},kn(r.closest(".ordered")))}))});document.addEventListener("pointerdown",e=>{let t=e.target.closest?.("[data-grip]");
if(!t||e.button!==0)return;e.preventDefault();let n=t.closest("[data-id]"),o=n.parentElement,r=kn(o),a=new AbortController;n.classList.add("dragged");let s=v=>{
for(let y of kn(o)){let O=y.getBoundingClientRect();if(y===n||v.clientY<O.top||v.clientY>O.bottom)continue;let Dn=v.clientY>O.top+O.height/2?y.nextElementSibling:
y;Dn!==n&&Dn!==n.nextElementSibling&&o.insertBefore(n,Dn)}},i=v=>{a.abort(),n.classList.remove("dragged"),v||o.append(...r)},c=()=>{i(!0);let v=n.nextElementSibling?.
dataset.id??"";kn(o).every((y,O)=>y===r[O])||(Ln=Ln.then(()=>Bi(n.querySelector("[data-move]"),{before:v},r)))},d=()=>i(!1),u=v=>{v.key==="Escape"&&(v.stopPropagation(),
d())};document.addEventListener("pointermove",s,{signal:a.signal}),document.addEventListener("pointerup",c,{signal:a.signal}),document.addEventListener("pointer\
cancel",d,{signal:a.signal}),document.addEventListener("keydown",u,{signal:a.signal,capture:!0})});var Vr=document.querySelector(".field-form #field-name"),It=document.
querySelector(".field-form #field-fieldKey");if(Vr&&It&&!It.value){let e=!1;It.addEventListener("input",()=>{e=!!It.value}),Vr.addEventListener("input",()=>{e||
(It.value=Vr.value.normalize("NFKD").toLowerCase().replace(/\p{M}/gu,"").replace(/[^a-z0-9]+/g,"_").replace(/^[^a-z]+|_+$/g,"").slice(0,64))})}var He=document.querySelector(".says"),Bd=document.documentElement.style,Dd=8,Wr=()=>document.getElementById("thread"),Ur=0,Di;function $d(){let e=Wr(),t=e===Di;
Di=e,e&&He.style.setProperty("--says-top",`${e.previousElementSibling.getBoundingClientRect().bottom}px`);let n=He.offsetHeight&&He.offsetHeight+Dd;if(n===Ur)return;
e&&(e.style.paddingTop="");let o=e&&t&&!n&&e.scrollHeight<=e.clientHeight&&parseFloat(getComputedStyle(e).marginTop);o&&(e.style.paddingTop=`${parseFloat(getComputedStyle(
e).paddingTop)+o}px`),Ur=n,Bd.setProperty("--says",`${Ur}px`)}function Td(){let e=He.querySelector("[data-of]");e&&(e.hidden=!l()||e.dataset.of===l())}if(He){let e=new ResizeObserver(
$d),t=()=>{e.disconnect(),e.observe(He),Wr()&&e.observe(Wr()),Td()};t(),document.addEventListener("htmx:afterSwap",n=>{n.target.id==="open"&&t()})}var $i;function Ti(){document.getElementById("start")&&(clearTimeout($i),$i=setTimeout(async()=>{try{let e=await fetch(location.href,{headers:{Accept:"text/html",
"X-Svcx-Parts":"1"}});if(!e.ok||e.redirected)return;let t=new DOMParser().parseFromString(await e.text(),"text/html").getElementById("start"),n=document.getElementById(
"start");t?n?.replaceWith(document.importNode(t,!0)):n?.remove()}catch{}},300))}new MutationObserver(e=>{e.some(t=>[...t.removedNodes].some(n=>n.matches?.(".bla\
nk")))&&Ti()}).observe(document.querySelector("main"),{childList:!0,subtree:!0});document.addEventListener("htmx:afterRequest",e=>{e.detail.successful&&e.detail.
requestConfig?.elt.matches("form[data-write]")&&Ti()});document.addEventListener("htmx:beforeRequest",e=>{let t=e.target.closest?.("[data-running]")?.dataset.running;t&&e.target.matches("form")&&m(t)});document.addEventListener(
"htmx:oobBeforeSwap",e=>{let t=document.querySelector("#summary details"),n=e.target.id==="summary"&&e.detail.fragment.querySelector("details");t&&n&&t.open&&(n.
open=!0)});document.addEventListener("htmx:afterRequest",e=>{e.target.closest?.("#details [data-running]")&&document.querySelector("#details:popover-open")?.hidePopover()});
document.addEventListener("click",e=>{let t=e.target.closest?.("[data-drop]");!t||e.ctrlKey||e.metaKey||e.shiftKey||(e.preventDefault(),t.closest("[data-subject\
]").remove(),document.getElementById("ai-rename")?.focus())});var Nd=document.body.dataset;function In(e,...t){let n=[...e.childNodes];return e.replaceChildren(...t),e.ariaBusy="true",()=>{e.replaceChildren(...n),e.ariaBusy=
null}}function Od(e,t){let n=e.closest(".picker")?.parentElement.querySelector('[id^="value-"]');if(n?.matches(".tags")){let r=[...n.children].filter(c=>c.matches(
".tag")).map(c=>c.cloneNode(!0)),[a,s]=[t.name,t.value||e.elements.typed.value.trim()];if(a==="remove")return In(n,...r.filter(c=>c.textContent!==s));let i=document.
createElement("span");return i.className="tag cut",i.dir="auto",i.textContent=s,In(n,...r,i)}if(n)return In(n,...[...t.children].filter(r=>!r.matches("svg")).map(
r=>r.cloneNode(!0)));let o=t.dataset.doing&&document.querySelector("#thead .status");return o?In(o,t.dataset.doing):void 0}document.addEventListener("htmx:befor\
eRequest",e=>{let{target:t,detail:{xhr:n,requestConfig:o}}=e,r=o.triggeringEvent?.submitter;if(e.defaultPrevented||!r||!t.matches("form:not([data-running])"))return;
r.ariaBusy="true";let a=t.matches("#open form")&&!t.dataset.write?Od(t,r):void 0;a&&m("");let s,i=setTimeout(()=>{t.closest("#say")||(s=r.dataset.doing??Nd.tWorking,
m(s))},1e3);n.addEventListener("loadend",()=>setTimeout(()=>{clearTimeout(i),r.ariaBusy=null,a?.(),s&&document.getElementById("say").textContent===s&&m("")}))});var zr;function Ni(e){let t=["popovertarget","name","value","aria-label","data-key","href"].filter(r=>e.hasAttribute(r)).map(r=>`[${r}="${CSS.escape(e.getAttribute(
r))}"]`).join(""),n=e.closest("#details, #thead, #composer, #summary, #alert, #say"),o=e.id?`#${CSS.escape(e.id)}`:t&&n&&`#${n.id} ${e.localName}${t}`;zr=()=>o&&
[...document.querySelectorAll(o)].find(r=>r.checkVisibility()&&!r.disabled)}function Oi(){let e=zr;if(zr=void 0,!e||document.activeElement!==document.body)return;
let t=e();t?t.focus({preventScroll:!0}):R()}document.addEventListener("htmx:oobBeforeSwap",e=>{let t=document.activeElement;t===document.body||!e.detail.target.
contains(t)||(Ni(t),queueMicrotask(Oi))});document.addEventListener("htmx:beforeRequest",e=>{let t=document.activeElement;e.defaultPrevented||t===document.body||
t!==e.detail.requestConfig.triggeringEvent?.submitter||t.closest(".pop")||(Ni(t),e.detail.xhr.addEventListener("loadend",()=>setTimeout(Oi)))});document.addEventListener(
"htmx:beforeSwap",e=>{let t=document.activeElement,{target:n,requestConfig:{elt:o}}=e.detail;if(!o.matches('[role="search"] [name="q"]')||!n.contains(t))return;
let r=t.getAttribute("href");e.detail.xhr.addEventListener("loadend",()=>setTimeout(()=>{if(document.activeElement!==document.body)return;(r&&document.querySelector(
`#${CSS.escape(n.id)} a[href="${CSS.escape(r)}"]`)||o).focus({preventScroll:!0})}))});var jr;document.addEventListener("beforetoggle",e=>{e.newState==="open"&&e.
target.matches(".pop")&&(jr=document.activeElement)},!0);document.addEventListener("toggle",e=>{if(e.newState!=="closed"||!e.target.matches(".pop")||!jr||jr.isConnected)
return;let t=document.activeElement;(t===document.body||e.target.contains(t))&&R()},!0);async function Mi(e){let t=await fetch(e,{headers:{"HX-Request":"true"}});if(!t.ok)throw new Error(t.status);return[...new DOMParser().parseFromString(await t.text(),
"text/html").querySelectorAll('[role="option"]')].map(o=>document.importNode(o,!0))}document.addEventListener("toggle",async e=>{if(e.target.id!=="pick-tags"||e.
newState!=="open")return;let t=e.target.firstElementChild,n=t.querySelector('[role="listbox"]');try{let o=await Mi(t.dataset.from);for(let r of n.querySelectorAll(
'[name="add"]'))r.remove();n.querySelector("[data-new]").before(...o),t.elements.typed.dispatchEvent(new Event("input",{bubbles:!0}))}catch{}},!0);var N=()=>document.
getElementById("filter-tag"),H=()=>document.getElementById("filter-tags"),Cn=()=>[...H().children],Ri=()=>Cn().filter(e=>!e.hidden),Ke=()=>H().querySelector("[d\
ata-active]");document.addEventListener("toggle",async e=>{if(!(e.target.id!=="filter-menu"||e.newState!=="open")){N().role="combobox",N().ariaAutoComplete="lis\
t",An();try{H().replaceChildren(...await Mi(N().dataset.suggests)),document.activeElement===N()&&Ct()}catch{}}},!0);function Jr(e){Ke()&&(Ke().ariaSelected="fal\
se",delete Ke().dataset.active),N().removeAttribute("aria-activedescendant"),e&&(e.id||=`filter-tags-${Cn().indexOf(e)}`,e.dataset.active="",e.ariaSelected="tru\
e",N().setAttribute("aria-activedescendant",e.id),e.scrollIntoView({block:"nearest"}))}function Ct(){let e=N().value.trim().toLowerCase();for(let r of Cn())r.hidden=
!r.value.toLowerCase().includes(e);let t=Ri().length>0;Jr(),H().hidden=!t,N().ariaExpanded=String(t);let n=H().previousElementSibling,o=t||!Cn().length?"":n.dataset.
none;n.textContent!==o&&(n.textContent=o)}function An(){Jr(),H().hidden=!0,N().ariaExpanded="false",H().previousElementSibling.textContent=""}function Pi(e){N().
value=e.value,N().focus(),An()}document.addEventListener("input",e=>{e.target.id==="filter-tag"&&Ct()});document.addEventListener("focusin",e=>{e.target.id==="f\
ilter-tag"?Ct():N()&&!H().contains(e.target)&&An()});document.addEventListener("click",e=>{let t=e.target.closest?.('#filter-tags [role="option"]');t?Pi(t):e.target.
id==="filter-tag"&&H().hidden&&Ct()});document.addEventListener("keydown",e=>{if(e.target.id!=="filter-tag"||e.isComposing)return;let t={ArrowDown:1,ArrowUp:-1}[e.
key];if(t){H().hidden&&Ct();let n=Ri();if(!n.length)return;let o=n.indexOf(Ke());Jr(n[o<0?t>0?0:n.length-1:(o+t+n.length)%n.length])}else if(e.key==="Enter"&&Ke())
Pi(Ke());else if(e.key==="Escape"&&!H().hidden)An();else return;e.preventDefault(),e.stopPropagation()},!0);var Bn=document.body.dataset,Md=document.querySelector("main"),Fi=()=>document.getElementById("alert");document.documentElement.classList.add("js");document.cookie=
"svcx_scripts=1; path=/app; samesite=lax";w();function l(){return document.getElementById("open")?.dataset.conversationId??""}function Hi(){let e=l();Md.dataset.
view=e?"thread":"list";for(let n of document.querySelectorAll(".conv[aria-current]"))n.removeAttribute("aria-current");let t=e&&p(e);t&&(t.setAttribute("aria-cu\
rrent","true"),requestAnimationFrame(()=>p(e)?.scrollIntoView({block:"nearest"}))),(Number(document.getElementById("open")?.dataset.unread)>0||document.getElementById(
"open")?.dataset.waits!==void 0)&&Ne(e),Ki(e),Ir(),ei(),ai(e),requestAnimationFrame(()=>document.getElementById("thread")?.removeAttribute("aria-live")),ht(),ve(),
e&&ut(e),e&&ln(e)}function Ki(e){ua(e),hs(e),ms(e),oi();for(let t of document.querySelectorAll("form[data-write]"))st(t)}document.addEventListener("htmx:beforeS\
wap",e=>{e.detail.target.id==="open"&&(e.detail.swapOverride="whole show:none")});document.addEventListener("htmx:afterSwap",e=>{e.target.id==="open"?(w(e.target),
Hi()):e.detail.target?.id!=="open"&&(w(e.detail.target??document),je())});document.addEventListener("htmx:afterSettle",e=>{e.target.id==="open"&&pa()});document.
addEventListener("htmx:oobAfterSwap",e=>{w(e.detail.target),e.detail.target.id==="thead"&&ve(),e.detail.target.id==="composer"&&Ki(l())});document.addEventListener(
"htmx:oobBeforeSwap",e=>{if(e.detail.target.id==="messages"){e.detail.shouldSwap=!1,w(e.detail.fragment);for(let t of e.detail.fragment.querySelectorAll("articl\
e.msg, .ev")){let n=document.getElementById(t.id)?.querySelector(".dlv");n&&t.querySelector(".dlv")?.replaceWith(n),ur(t)}}});document.addEventListener("submit",
e=>{let t=e.target.dataset?.write&&e.target.elements.content;!t||t.value.trim()||e.target.querySelector("[data-uploads] li")||(e.preventDefault(),e.stopImmediatePropagation(),
t.focus())},!0);document.addEventListener("htmx:beforeRequest",e=>{let t=e.target;if(e.defaultPrevented||!t.matches("form, #open"))return;let n=l(),o=t.closest(
"#open"),r=t.dataset.write&&t.elements.content.value;if(t.addEventListener("htmx:beforeOnLoad",function c(d){d.detail.xhr===e.detail.xhr&&(t.removeEventListener(
"htmx:beforeOnLoad",c),r&&d.detail.xhr.status<400&&d.detail.xhr.responseText.includes('id="composer"')&&t.elements.content.value===r&&$t(n,t.dataset.write),t.dataset.
write==="reply"&&d.detail.xhr.status<400&&d.detail.xhr.responseText.includes('id="composer"')&&an(n),o&&l()!==n&&d.preventDefault())}),!t.matches("form")||(A(""),
!r?.trim()))return;let a=document.createElement("article");a.className=t.dataset.write==="note"?"msg note sending":"msg ours sending",a.id="sending";let s=document.
createElement("div");s.className="body plain",s.textContent=r;let i=document.createElement("div");i.append(s),a.append(document.createElement("span"),i),document.
getElementById("messages")?.append(a)});document.addEventListener("htmx:afterRequest",e=>{e.detail.requestConfig?.elt.matches("form[data-write]")&&document.getElementById(
"sending")?.remove()});for(let e of["htmx:sendError","htmx:responseError","htmx:timeout"])document.addEventListener(e,t=>{let n=t.detail.xhr?.status;if(!(n===401&&
h())&&!(on(n)&&t.target.matches("form[data-write]"))){if(kr(t.detail.xhr))return;if(!n&&!Rd(t))return;t.target.id!=="bulk-progress"&&A(b(t.detail.xhr?.status,t.
detail.xhr?.responseText),t.target,t.detail.requestConfig?.triggeringEvent?.submitter)}});var Rd=e=>e.target.matches("form, .conv")||e.detail.requestConfig?.triggeringEvent?.
type==="click";function b(e,t){return e?new DOMParser().parseFromString(t,"text/html").getElementById("failure")?.textContent||Bn.tUnclear.replace("%",e):Bn.tFailed}
function A(e,t,n){let o=Fi();for(let s of o?.querySelectorAll(":scope > :not(.undone)")??[])s.remove();if(!e)return;if(!o?.parentElement.checkVisibility()){S()&&
e===Bn.tFailed?_e():de(e);return}let r=()=>{t.matches("form")?Cr({form:t,submitter:n,gone:()=>A("")}):(p(t.dataset.conversationId)??t).click()},a=Lr(e,"",t?.matches?.(
"form, .conv, .more a")&&r);e===Bn.tFailed&&!t?.matches?.("form")&&(a.dataset.away=""),o.prepend(a)}Ht(e=>{e||Fi()?.querySelector("[data-away]")?.remove()});document.
addEventListener("click",e=>{let t=e.target.closest?.('[role="tab"][data-tab]');!t||e.ctrlKey||e.metaKey||e.shiftKey||(e.preventDefault(),Ye(t.dataset.tab,!0))});
function Ye(e,t){for(let n of document.querySelectorAll('[role="tab"][data-tab]'))n.setAttribute("aria-selected",String(n.dataset.tab===e));for(let n of document.
querySelectorAll("#composer [data-for]"))n.hidden=n.dataset.for!==e;for(let n of document.querySelectorAll("form[data-write]"))n.parentElement.hidden=n.dataset.
write!==e,st(n),t&&n.dataset.write===e&&n.elements.content.focus()}document.addEventListener("beforetoggle",e=>{e.newState!=="closed"||!e.target.contains(document.
activeElement)||e.target.parentElement.closest("[popover]:popover-open")?.querySelector(`[popovertarget="${e.target.id}"]`)?.focus()},!0);document.addEventListener(
"beforetoggle",e=>{let t=e.target.querySelector?.("[data-filter]");!t||e.newState!=="open"||(t.hidden=!t.name&&matchMedia("(pointer: coarse)").matches&&t.form.querySelectorAll(
'[role="option"]').length<=8,t.value="",Ui(t))},!0);var Vi=e=>[...e.form.querySelectorAll('[role="option"]:not([hidden])')];function Ui(e){let t=e.value.trim().
toLowerCase(),n=e.form.querySelector("[data-new]"),o=!1;for(let c of e.form.querySelectorAll('[role="option"]')){let d=c.textContent.trim().toLowerCase();c.hidden=
!d.includes(t),o||=c!==n&&d===t}n&&(n.hidden=!t||o,n.firstElementChild.textContent=n.dataset.new.replace("%",()=>e.value.trim()));let r=Vi(e),a=c=>c.textContent.
trim().toLowerCase();t||!n?_r(e,!t&&r.find(c=>c.ariaSelected==="true")||r.find(c=>a(c)===t)||r.find(c=>` ${a(c)}`.includes(` ${t}`))||r[0]):_r(e);let s=e.form.querySelector(
"[data-none]"),i=r.length?"":s.dataset.none;s.textContent!==i&&(s.textContent=i)}var Xr=e=>e.form.querySelector("[data-active]");function _r(e,t){if(Xr(e)?.removeAttribute(
"data-active"),!t){e.removeAttribute("aria-activedescendant");return}let n=t.closest('[role="listbox"]');t.id||=`${n.id}-${[...n.children].indexOf(t)}`,t.dataset.
active="",e.setAttribute("aria-activedescendant",t.id),t.scrollIntoView({block:"nearest"})}document.addEventListener("input",e=>{e.target.matches("[data-filter]")&&
Ui(e.target)});document.addEventListener("keydown",e=>{if(!e.target.matches?.("[data-filter]")||e.isComposing)return;let t=Vi(e.target),n={ArrowDown:1,ArrowUp:-1}[e.
key];if(n&&t.length){let o=t.indexOf(Xr(e.target));_r(e.target,t[o<0?n>0?0:t.length-1:(o+n+t.length)%t.length])}else if(e.key==="Enter")Xr(e.target)?.click();else
return;e.preventDefault()});document.addEventListener("submit",e=>e.target.closest?.("[popover]")?.hidePopover());var Wi=new BroadcastChannel("svcx-theme");Wi.addEventListener(
"message",e=>zi(e.data));function zi(e){e?document.documentElement.dataset.theme=e:delete document.documentElement.dataset.theme;let t=document.querySelector("[\
data-theme-form]")?.elements.theme;t&&(t.value={"":"light",light:"dark",dark:""}[e],t.title=t.dataset[e||"system"])}document.addEventListener("submit",e=>{if(!e.
target.matches("[data-theme-form]"))return;e.preventDefault();let t=e.target.elements.theme.value;zi(t),Wi.postMessage(t),fetch(e.target.action,{method:"POST",body:new URLSearchParams(
{theme:t}),redirect:"manual"}).catch(()=>{})});document.addEventListener("htmx:afterSwap",e=>{e.target.id==="bulk"&&document.querySelector("#bulk[data-ended]")&&
xe()});Hi();ni();export{A as fail,l as openID,b as reason,Ye as showTab};
